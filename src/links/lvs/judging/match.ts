// Reads the engines’ comparison of the newest selfie with the portrait of the newest document: somebody else’s document
// proves nothing about the person in front of the camera.
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { isPortraitOfAdult } from '#src/biometrics/verdicts/documents.ts'
import {
  type Examination,
  listExaminations,
  type Owned,
} from '#src/biometrics/examinations/store.ts'

/** `differs` requires readable pictures of an adult that are not too old. */
export type Match = 'match' | 'unsure' | 'differs' | 'not-compared'

const kinds = ['liveness', 'redoc', 'biometrics-score'] as const
type Any = Examination<(typeof kinds)[number]>

/** `today` is `yyyy-MM-dd`. */
export async function readMatch(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  owner: Owned,
  today: string,
): Promise<Match> {
  return matchOf(await listExaminations({ db, sealer }, owner, kinds), today)
}

/** `all` comes newest first. Of several comparisons the worst counts. */
function matchOf(all: readonly Any[], today: string): Match {
  const face = all.find((one) => is(one, 'liveness') && one.result !== undefined)
  const documents = all.filter((one) => is(one, 'redoc'))
  const newest = documents.find(({ result }) => result !== undefined)
  const sides = documents.filter(({ id }) => id === newest?.id || id === newest?.result?.withSide)
  const [worst] = all
    .flatMap(({ result }) => result?.comparison ?? [])
    .filter(
      ({ selfieOf, documentOf }) =>
        selfieOf === face?.id && sides.some(({ id }) => id === documentOf),
    )
    .toSorted((a, b) => a.score - b.score)
  if (!worst) return 'not-compared'
  if (worst.verdict === 'match') return 'match'
  if (worst.verdict === 'review') return 'unsure'
  return isPortraitOfAdult(readDays(sides), today) ? 'differs' : 'unsure'
}

/** Each date may be printed on either side. */
function readDays(sides: readonly Examination<'redoc'>[]) {
  const fields = sides.flatMap(({ result }) => (result ? [result.reading.fields] : []))
  const read = (name: 'dataNascimento' | 'dataExpedicao') =>
    fields.map((one) => one[name]).find((day) => day !== '') ?? ''
  return { dataNascimento: read('dataNascimento'), dataExpedicao: read('dataExpedicao') }
}

/** Safe because an examination’s kind determines its content. */
const is = <K extends Any['kind']>(one: Any, kind: K): one is Examination<K> & Any =>
  one.kind === kind
