// The draft of a pack: stored in the tab, checked by the API when the author pauses, and joined to one text for
// publication.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { PackDraft, PackSource } from '#src/packs/drafts/schema.ts'
import { api, type Problem, problemOf, Refused } from '../../api/client.ts'
import { keep, recall } from '../../shell/kept.ts'
import { mainVersion, packPath } from '../packs/paths.ts'
import type { Schema } from './suggestions.ts'
import { language } from '../../words/words.ts'

export type Texts = { readonly document: string; readonly cases: string }

/** The cases follow the document, so that the line of a fault shows which of the two it is in. */
export function joinTexts({ document, cases }: Texts): string {
  return cases.trim() === '' ? document : `${endLine(document)}${cases}`
}

/** The largest publication or draft, in bytes. */
const textBytesMax = 131_072

/** Whether the cases do not fit, so that only the document is sent. */
export const isTooMuch = (texts: Texts): boolean =>
  new TextEncoder().encode(joinTexts(texts)).length > textBytesMax

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

export const linesOf = (text: string): number => endLine(text).split('\n').length - 1

const keyOf = (name: string) => `pack-draft ${name}`

/** Undefined if no draft is stored. */
export function recallDraft(name: string): Texts | undefined {
  const kept = recall(keyOf(name))
  // Safe because `keepDraft` wrote it.
  return kept === undefined ? undefined : (JSON.parse(kept) as Texts)
}

export const keepDraft = (name: string, texts: Texts | undefined): void =>
  keep(keyOf(name), texts && JSON.stringify(texts))

const pauseMs = 600

export type Tried = {
  /** The API's answer to the text at the last pause. */
  readonly draft: PackDraft | undefined
  /** The last answer without faults; its drawing stays visible while the text has faults. */
  readonly sound: PackDraft | undefined
  readonly problem: Problem | undefined
  /** Whether the text is newer than the answer. */
  readonly isTrying: boolean
  readonly run: () => Promise<void>
}

/** `from` is the version that the draft is compared with. */
export function useDraft(name: string, text: string, from: number | undefined): Tried {
  const [answer, setAnswer] = useState<{ text: string; draft?: PackDraft; problem?: Problem }>()
  const [sound, setSound] = useState<PackDraft>()
  const newest = useRef(0)

  async function ask(run: boolean): Promise<void> {
    const turn = ++newest.current
    try {
      const asked = { text, run, ...(from !== undefined && { from }) }
      const draft = await api.askWith<PackDraft>(packPath(name, 'draft'), asked)
      if (turn !== newest.current) return
      setAnswer({ text, draft })
      if (draft.drawing !== undefined) setSound(draft)
    } catch (error) {
      const problem = problemOf(error)
      if (turn !== newest.current) return
      setAnswer({ text, problem })
      // After a refusal for too many requests, the present text is sent once more.
      if (problem.status === 429) setTimeout(() => turn === newest.current && void ask(run), (problem.retryAfter ?? 2) * 1_000) // prettier-ignore
    }
  }
  useEffect(() => {
    if (text.trim() === '') return
    const timer = setTimeout(() => void ask(false), pauseMs)
    return () => clearTimeout(timer)
  }, [text, from, language()])
  return {
    draft: answer?.draft,
    sound,
    problem: answer?.problem?.status === 429 ? undefined : answer?.problem,
    isTrying: answer?.text !== text,
    run: () => ask(true),
  }
}

/**
 * The first content of an editor: the text of a version, of another pack, or a small example, with the schemas of
 * document and cases.
 */
const example: Texts = {
  document: `root:
  kind: sequence
  steps:
    - { kind: module, module: score }
    - kind: decide
      id: verdict
      rows:
        - { if: "steps.score.results[0].value >= 70.0", outcome: approved, reason: score-high, unanswered: continue }
        - { outcome: review, reason: score-low }
`,
  cases: `cases:
  - name: a high score
    results: { score: [{ value: 90 }] }
    expect: { outcome: approved }
  - name: a low score
    results: { score: [{ value: 10 }] }
    expect: { outcome: review }
`,
}

export type Begun = {
  readonly pack: ListedName | undefined
  /** The pack whose past runs a backtest uses: this one, or else the one that it was copied from. */
  readonly origin: ListedName | undefined
  readonly texts: Texts
  readonly schema: Schema
  readonly casesSchema: Schema
}

/** Undefined if nobody has published the name yet. */
async function findPack(name: string): Promise<ListedName | undefined> {
  try {
    return await api.get<ListedName>(packPath(name))
  } catch (error) {
    if (error instanceof Refused && error.problem.status === 404) return undefined
    throw error
  }
}

export async function begin(
  name: string,
  asked: { from?: string; version?: string },
): Promise<Begun> {
  const [pack, schema, casesSchema] = await Promise.all([
    findPack(name),
    api.get<Schema>('/schemas/pack.json'),
    api.get<Schema>('/schemas/pack-cases.json'),
  ])
  const source = asked.from === undefined ? pack : await api.get<ListedName>(packPath(asked.from))
  if (!source) return { pack, origin: pack, texts: example, schema, casesSchema }
  const version = asked.version ?? mainVersion(source)
  const { document, cases = '' } = await api.get<PackSource>(packPath(source.name, `versions/${version}/source`)) // prettier-ignore
  return { pack, origin: pack ?? source, texts: { document, cases }, schema, casesSchema }
}
