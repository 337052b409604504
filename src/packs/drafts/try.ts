// Tries a draft: runs the checks of a publication and shows its result, but writes nothing.
import type { Db } from '#src/platform/db/client.ts'
import type { Publishing } from '#src/platform/tenants/settings.ts'
import { parseApart } from '#src/journey/registry/parse-apart.ts'
import type { DocumentFault, PositionedFault } from '#src/journey/registry/text.ts'
import { runCasesApart } from '#src/packs/cases/case-thread.ts'
import { toCaseReport } from '#src/packs/cases/report.ts'
import { compareDocuments } from '#src/packs/difference/compare.ts'
import { drawPack } from '#src/packs/drawing/draw.ts'
import { toFigure } from '#src/packs/drawing/figure.ts'
import type { Wording } from '#src/packs/drawing/wording.ts'
import { listSteps } from '#src/packs/drawing/words.ts'
import { findCaseFaults, knownIn, readPublication, tryCases } from '#src/packs/files/registered.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import type { PackDraft } from './schema.ts'

type Draft = {
  readonly text: string
  readonly tenant: string
  readonly name: string
  /** The demands of the tenant's settings on a publication. */
  readonly demands: Pick<Publishing, 'demandCases' | 'demandCoverage'>
  /** Whether the test cases of the draft are run. */
  readonly isRun: boolean
  /** The document that the draft is compared with. */
  readonly from: unknown
  /** The language of its drawing. */
  readonly wording: Wording
}

const faultsMax = 100

export async function tryDraft(
  { reads, packs }: { readonly reads: Db; readonly packs: PackDeps },
  { text, tenant, name, demands, isRun, from, wording }: Draft,
): Promise<PackDraft> {
  const parsed = await parseApart(text, false)
  if ('faults' in parsed) return { faults: toShown(parsed.faults) }
  const { parsed: document } = parsed
  const place = async (all: readonly DocumentFault[]) => {
    if (all.length === 0) return []
    const faults = all.slice(0, faultsMax)
    const positions = await document.locate(faults)
    return toShown(faults.map((one, at) => ({ ...one, ...positions[at] })))
  }
  const deps = { ...packs, run: runCasesApart, demands }
  const read = await readPublication(document.value, name, deps, knownIn(reads, packs, tenant))
  if ('faults' in read) return { faults: await place(read.faults) }
  const { pack, cases = [] } = read
  const report = isRun ? await tryCases(pack, cases, deps) : undefined
  return {
    faults: report ? await place(findCaseFaults(read, report)) : [],
    drawing: drawPack(pack, { id: 'draft', wording }),
    steps: listSteps(toFigure(pack, undefined, wording), wording),
    ...(report && { cases: toCaseReport(report) }),
    ...(from !== undefined && { difference: compareDocuments(from, read.document) }),
  }
}

const toShown = (faults: readonly PositionedFault[]): PackDraft['faults'] =>
  faults.slice(0, faultsMax).map(({ pointer, detail, line, column }) => ({
    pointer,
    detail,
    ...(line !== undefined && column !== undefined && { line, column }),
  }))
