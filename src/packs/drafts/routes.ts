// Drafts of packs: a text is checked, drawn, tried and compared as a publication would be, but never stored.
import { z } from 'zod'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { findOwner, findVersion } from '#src/journey/registry/read.ts'
import { writeDocument } from '#src/journey/registry/write-document.ts'
import { inLanguages, wordingFor } from '#src/packs/drawing/wording.ts'
import { packNameParam, versionNumber } from '#src/packs/runs/schema.ts'
import { nameOf } from '#src/platform/http/auth/refusal-limit.ts'
import { createNamedLimit } from '#src/platform/http/request/address-limit.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { DraftRequest, PackDraft, PackSource } from './schema.ts'
import { tryDraft } from './try.ts'

/**
 * The rate limit of one credential: an editor asks whenever its author pauses, and a text of 120 kB takes 0.4 s of
 * processor time.
 */
const rate = { burst: 10, perSecond: 0.5 }

const draftRoute = defineRoute({
  tag: 'Packs',
  scope: 'packs:write',
  method: 'post',
  paths: ['/v1/packs/{packName}/draft'],
  operationId: 'tryPackDraft',
  summary: 'Try a draft of a pack',
  description: `Checks the text as a publication does and draws it; nothing is published or kept. 128 KiB at most. A credential has ${rate.burst} at once and one more every ${1 / rate.perSecond} seconds, and one at a time whose test cases are run: beyond that 429 \`rate-limited\`. Its drawing is ${inLanguages[0]?.toLowerCase()}${inLanguages.slice(1)}`,
  request: { param: z.object({ packName: packNameParam }), json: DraftRequest },
  responses: { 200: { description: 'Its faults, or what it is.', body: PackDraft } },
  problems: ['no-version', 'rate-limited'],
})

const sourceRoute = defineRoute({
  tag: 'Packs',
  method: 'get',
  paths: ['/v1/packs/{packName}/versions/{version}/source'],
  operationId: 'readPackSource',
  summary: 'Read a version as a text',
  description: 'The document and its test cases as YAML, which an editor begins a draft with.',
  request: { param: z.object({ packName: packNameParam, version: versionNumber }) },
  responses: { 200: { description: 'As YAML.', body: PackSource } },
  problems: ['no-pack', 'no-version'],
})

export function draftRoutes(deps: PackRouteDeps): Mounted[] {
  const { reads, packs, tenants } = deps
  const limit = createNamedLimit(rate)
  const running = new Set<string>()

  async function find({ tenant }: Principal, name: string, version: number) {
    const named = { kind: 'pack', tenant, name } as const
    const owner = await findOwner(reads, named)
    if (owner === undefined) return 'no-pack'
    return (await findVersion(reads, { ...named, tenant: owner }, version)) ?? 'no-version'
  }

  return [
    mount(draftRoute, async ({ request: { param, json }, principal, c }) => {
      const who = nameOf(principal)
      const { text, from, run: isRun = false } = json
      const wait = limit.take(who, performance.now())
      if (wait > 0) return refuse('rate-limited', { retryAfterSeconds: wait })
      if (isRun && running.has(who)) return refuse('rate-limited', { retryAfterSeconds: 1 })
      const compared = from === undefined ? undefined : await find(principal, param.packName, from)
      if (typeof compared === 'string') return refuse('no-version')
      const { tenant } = principal
      const draft = {
        text,
        tenant,
        name: param.packName,
        demands: tenants.of(tenant).packs,
        isRun,
        from: compared?.document,
        wording: wordingFor(c),
      }
      if (!isRun) return reply(200, await tryDraft({ reads, packs }, draft))
      running.add(who)
      try {
        return reply(200, await tryDraft({ reads, packs }, draft))
      } finally {
        running.delete(who)
      }
    }),
    mount(sourceRoute, async ({ request: { param }, principal }) => {
      const found = await find(principal, param.packName, param.version)
      if (typeof found === 'string') return refuse(found)
      return reply(200, {
        document: writeDocument(found.document),
        ...(found.cases !== null && { cases: writeDocument({ cases: found.cases }) }),
      })
    }),
  ]
}
