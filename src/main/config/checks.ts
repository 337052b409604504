// Reads the accounts of checks from a file or a variable, and validates them once at the start. An error names the
// position and what is expected there, never the value, which may be a secret.
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import type { CheckAccountConfig, CheckVendor } from '#src/vendors/parts/check-vendor.ts'
import type { ChecksConfig } from '#src/vendors/checks.ts'
import { LegalBasis } from '#src/journey/transaction/parts-schema.ts'
import { readYaml } from './read-file.ts'

/** The name appears in journals, metrics and URLs; `sandbox-…` and `own-lists` are reserved. */
const naming = 'a name has small letters, digits and hyphens, and is not sandbox-… or own-lists'
const Name = z.string().regex(/^(?!sandbox(?:-|$)|own-lists$)[a-z][a-z0-9-]{0,39}$/, naming)
const cap = z.int().min(0).exactOptional()

const Ports = z.strictObject({
  'person-check': z.array(Name).exactOptional(),
  'company-check': z.array(Name).exactOptional(),
  'card-risk': z.array(Name).exactOptional(),
  credit: z.array(Name).exactOptional(),
  'official-match': z.array(Name).exactOptional(),
})

/** Builds the schema from those of the vendors, which define their accounts. */
function makeSchema(vendors: readonly CheckVendor[]) {
  const [first, ...more] = vendors.map(({ config }) => config)
  if (!first) throw new Error('there are no vendors')
  // Safe because every vendor’s schema yields at least the common fields of an account.
  const Account = z.discriminatedUnion('vendor', [
    first,
    ...more,
  ]) as unknown as z.ZodType<CheckAccountConfig>
  const owned = {
    accounts: z
      .record(Name, Account, { error: ({ code }) => (code === 'invalid_key' ? naming : undefined) })
      .default({}),
    ports: Ports.default({}),
    /** The most that may be spent in a day (UTC), in millionths of the currency unit. */
    dailyCapMicros: cap,
    /** The legal basis of purchases whose request names none. */
    legalBasis: LegalBasis.exactOptional(),
  }
  return z
    .strictObject({
      ...owned,
      /** Hosts that may be reached without TLS and at a private address, such as `yente.internal:8000`. */
      privateHosts: z
        .array(z.string().regex(/^[a-z0-9.[\]:-]+:\d{1,5}$/, 'a host and its port'))
        .default([]),
      tenants: z.record(z.string().min(1), z.strictObject(owned)).default({}),
    })
    .superRefine((config, context) => {
      for (const { path, message } of findFaults(config))
        context.addIssue({ code: 'custom', path: [...path], message })
    })
}

type Fault = { readonly path: readonly (string | number)[]; readonly message: string }

/** Finds lists that name unknown accounts, and names that occur twice. */
function findFaults({ accounts, ports, tenants, legalBasis }: ChecksConfig): Fault[] {
  const owners = Object.entries(tenants)
  const all = [accounts, ...owners.map(([, own]) => own.accounts)].flatMap(Object.keys)
  return [
    ...findListFaults([], ports, Object.keys(accounts)),
    ...findBasisFaults([], ports, legalBasis),
    ...owners.flatMap(([tenant, own]) => [
      ...findListFaults(['tenants', tenant], own.ports, [
        ...Object.keys(accounts),
        ...Object.keys(own.accounts),
      ]),
      ...findBasisFaults(['tenants', tenant], own.ports, own.legalBasis ?? legalBasis),
      ...Object.keys(own.accounts)
        .filter((name) => all.filter((other) => other === name).length > 1)
        .map((name) => ({
          path: ['tenants', tenant, 'accounts', name],
          message: 'another account has this name',
        })),
    ]),
  ]
}

/** A purchase of a credit score takes no legal basis from the request, so the configuration must have one. */
const findBasisFaults = (
  path: readonly string[],
  { credit = [] }: ChecksConfig['ports'],
  legalBasis: LegalBasis | undefined,
): Fault[] =>
  credit.length > 0 && legalBasis === undefined
    ? [
        {
          path: [...path, 'ports', 'credit'],
          message: 'credit scores are not bought without a legalBasis { purpose, article }',
        },
      ]
    : []

function findListFaults(
  path: readonly string[],
  ports: ChecksConfig['ports'],
  known: readonly string[],
): Fault[] {
  return Object.entries(ports).flatMap(([port, names = []]) =>
    names.flatMap((name, index) => {
      const at = [...path, 'ports', port, index]
      if (!known.includes(name)) return [{ path: at, message: `there is no account ${name}` }]
      return names.indexOf(name) === index ? [] : [{ path: at, message: `${name} stands twice` }]
    }),
  )
}

type Source = { readonly file?: string | undefined; readonly text?: string | undefined }

/**
 * The configuration, with the folder to which file names in it are relative. Without a source no vendor is asked in
 * live mode.
 */
export function readChecksConfig(
  vendors: readonly CheckVendor[],
  { file, text }: Source,
): ChecksConfig & { readonly folder: string } {
  const where = file === undefined ? 'CHECKS' : 'CHECKS_FILE'
  const given = file === undefined && text === undefined ? {} : readYaml(where, file, text)
  const result = makeSchema(vendors).safeParse(given)
  if (!result.success) throw new Error(`${where}:\n${z.prettifyError(result.error)}`)
  return { ...result.data, folder: file === undefined ? '.' : dirname(resolve(file)) }
}
