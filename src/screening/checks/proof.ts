// Stores the answers of official bases beside the document that they are about, in the commit of the answer, so that
// the next condition can read them.
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { type Check, listOrders, readResult, readSubject } from '#src/screening/orders/store.ts'
import { joinAnswers, shownOf, toOfficial, verdictOf } from '#src/screening/facts/official-facts.ts'

/** Stores the joined answers of official bases; does nothing for other ports than `official-match`. */
export async function recordProof(
  ctx: InCommit<Pick<ScreeningDeps, 'sealer' | 'evidence'>>,
  check: Check,
): Promise<void> {
  if (check.port !== 'official-match') return
  const { tx, locked, sealer, evidence } = ctx
  const shown = shownOf(await readSubject(sealer, locked, check))
  const orders = (await listOrders(tx, check.id)).filter(({ status }) => status === 'completed')
  const answers = await Promise.all(orders.map((one) => readResult(sealer, locked, one)))
  const said = answers.flatMap(toOfficial)
  if (!shown || said.length === 0) return
  const { face } = joinAnswers(said)
  const similarities = said.flatMap((one) => (one.face === face ? (one.similarity ?? []) : []))
  const { documentOf, selfieOf } = shown
  await evidence.record(ctx, {
    documentOf,
    selfieOf,
    verdict: verdictOf(said),
    sources: [...new Set(orders.flatMap(({ source }) => source ?? []))],
    ...(face && { face }),
    ...(similarities.length > 0 && { similarity: Math.min(...similarities) }),
  })
}
