// The settings of the local start itself; all other variables are for the configuration of the processes.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { databaseUrl } from '#src/main/config/config.ts'

const port = z.coerce.number().int().min(0).max(65_535).optional()

const Settings = z.object({
  ATESTA_HOME: z.string().default('.atesta'),
  ATESTA_CACHE: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  METRICS_PORT: port,
  TEMPORAL_PORT: port,
  TEMPORAL_UI_PORT: port,
  DATABASE_PORT: port,
  DATABASE_URL: databaseUrl.optional(),
  /** Of the role that owns the tables, where DATABASE_URL names another. */
  DATABASE_OWNER_URL: databaseUrl.optional(),
  /** Of the role of retention. */
  DATABASE_RETENTION_URL: databaseUrl.optional(),
  /** Where the UI of a Temporal server is that this start does not own. */
  TEMPORAL_UI_URL: z.url({ protocol: /^https?$/ }).optional(),
})

export type Settings = {
  /** Absolute folder of all data of this start. */
  readonly home: string
  /** Absolute folder for what every clone may share: the Temporal binary. */
  readonly cache: string
  readonly host: string
  /** Undefined: nobody asked for a certain port. 0: any. */
  readonly ports: {
    readonly PORT: number | undefined
    readonly METRICS_PORT: number | undefined
    readonly TEMPORAL_PORT: number | undefined
    readonly TEMPORAL_UI_PORT: number | undefined
    readonly DATABASE_PORT: number | undefined
  }
  readonly databaseUrl: string | undefined
  readonly databaseOwnerUrl: string | undefined
  readonly databaseRetentionUrl: string | undefined
  readonly temporalUiUrl: string | undefined
  /** The environment without its empty values. */
  readonly given: Readonly<Record<string, string>>
}

/** An error names the variable and what it should be, never its value. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = dropEmpty(environment)
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  const { ATESTA_HOME, ATESTA_CACHE, XDG_CACHE_HOME, HOST, ...rest } = parsed.data
  return {
    home: resolve(projectRoot, ATESTA_HOME),
    cache: resolve(ATESTA_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'atesta')),
    host: HOST,
    ports: {
      PORT: rest.PORT,
      METRICS_PORT: rest.METRICS_PORT,
      TEMPORAL_PORT: rest.TEMPORAL_PORT,
      TEMPORAL_UI_PORT: rest.TEMPORAL_UI_PORT,
      DATABASE_PORT: rest.DATABASE_PORT,
    },
    databaseUrl: rest.DATABASE_URL,
    databaseOwnerUrl: rest.DATABASE_OWNER_URL,
    databaseRetentionUrl: rest.DATABASE_RETENTION_URL,
    temporalUiUrl: rest.TEMPORAL_UI_URL,
    given,
  }
}

export const projectRoot = resolve(import.meta.dirname, '../../..')

function dropEmpty(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])))
}
