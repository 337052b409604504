// The editor of a pack: its text with faults at their lines, and beside it what it would be.
import { useState } from 'preact/hooks'
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { PackSource } from '#src/packs/drafts/schema.ts'
import { api, Refused } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Button } from '../../parts/button.tsx'
import { AskedButton } from '../../parts/dialog.tsx'
import { Needs, Page as Frame } from '../../parts/page.tsx'
import { ProblemNote, Waiting } from '../../parts/problem-note.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { useWords } from '../../words/words.ts'
import { isOfService, mainVersion, packPage, packPath } from '../packs/paths.ts'
import { Beside } from './beside.tsx'
import {
  isTooMuch,
  joinTexts,
  keepDraft,
  linesOf,
  recallDraft,
  type Texts,
  useDraft,
} from './draft.ts'
import { Editor, type Fault } from './editor.tsx'
import { Publish } from './publish.tsx'
import type { Schema } from './suggestions.ts'
import { editorWords } from './words.ts'
import '../packs/packs.css'
import './pack-editor.css'

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

type Begun = {
  readonly pack: ListedName | undefined
  readonly texts: Texts
  readonly schema: Schema
  readonly casesSchema: Schema
}

/** Undefined where nobody has published the name yet. */
async function findPack(name: string): Promise<ListedName | undefined> {
  try {
    return await api.get<ListedName>(packPath(name))
  } catch (error) {
    if (error instanceof Refused && error.problem.status === 404) return undefined
    throw error
  }
}

async function begin(name: string, asked: { from?: string; version?: string }): Promise<Begun> {
  const [pack, schema, casesSchema] = await Promise.all([
    findPack(name),
    api.get<Schema>('/schemas/pack.json'),
    api.get<Schema>('/schemas/pack-cases.json'),
  ])
  const version = asked.version ?? (pack && mainVersion(pack))
  const source = asked.from ?? pack?.name
  if (source === undefined || version === undefined) return { pack, texts: example, schema, casesSchema } // prettier-ignore
  const { document, cases = '' } = await api.get<PackSource>(packPath(source, `versions/${version}/source`)) // prettier-ignore
  return { pack, texts: { document, cases }, schema, casesSchema }
}

export function Page({ name }: { name: string }) {
  const words = useWords(editorWords)
  const [asked] = useAddress(['from', 'version'])
  const [round, setRound] = useState(0)
  const query = useQuery(`pack-editor ${name} ${JSON.stringify(asked)}`, () => begin(name, asked))
  if (query.data)
    return (
      <Needs scope="packs:write">
        <Desk key={round} name={name} begun={query.data} onDiscard={() => setRound(round + 1)} />
      </Needs>
    )
  return (
    <Frame title={words.title(name)}>
      <Waiting {...query} />
    </Frame>
  )
}

type DeskProps = {
  readonly name: string
  readonly begun: Begun
  readonly onDiscard: () => void
}

function Desk({ name, begun, onDiscard }: DeskProps) {
  const words = useWords(editorWords)
  const { pack } = begun
  const [kept] = useState(() => recallDraft(name))
  const [texts, setTexts] = useState(kept ?? begun.texts)
  const [side, setSide] = useState<keyof Texts>('document')
  const [goTo, setGoTo] = useState<{ line: number }>()
  const [isPublishing, setPublishing] = useState(false)
  const [refused, setRefused] = useState<readonly Fault[]>()
  const from = pack && mainVersion(pack)
  const isWithoutCases = texts.cases !== '' && isTooMuch(texts)
  const text = isWithoutCases ? texts.document : joinTexts(texts)
  const tried = useDraft(name, text, from)
  const faults = refused ?? tried.draft?.faults ?? []
  const split = linesOf(texts.document)
  const change = (text: string) => {
    const next = { ...texts, [side]: text }
    setTexts(next)
    setRefused(undefined)
    keepDraft(name, next)
  }
  const discard = async () => {
    keepDraft(name, undefined)
    onDiscard()
  }
  const show = ({ line = 1 }: Fault) => {
    const isCases = line > split && texts.cases !== ''
    setSide(isCases ? 'cases' : 'document')
    setGoTo({ line: isCases ? line - split : line })
  }
  const sideFaults = { document: within(faults, 0, split), cases: within(faults, split, Infinity) }
  const isReserved = pack !== undefined && isOfService(pack)
  return (
    <Frame
      title={words.title(name)}
      lead={kept ? `${words.keptText} ${words.lead}` : words.lead}
      acts={
        <>
          <a class="button" href={pack ? packPage(name) : '/console/packs'}>
            {name}
          </a>
          <AskedButton kind="plain" title={words.discardTitle} act={words.discard} run={discard}>
            <p>{words.discardText}</p>
          </AskedButton>
          <Button
            kind="main"
            disabled={isReserved || faults.length > 0}
            onClick={() => setPublishing(true)}
          >
            {words.publish}
          </Button>
        </>
      }
    >
      {isReserved && <p class="problem">{words.ofService}</p>}
      {isWithoutCases && <p class="problem">{words.withoutCases}</p>}
      {tried.problem?.status === 400 ? (
        <p class="problem">{words.tooLarge}</p>
      ) : (
        tried.problem && <ProblemNote problem={tried.problem} />
      )}
      <div class="pack-desk">
        <div class="pack-text">
          <Tabs
            label={words.texts}
            tabs={(['document', 'cases'] as const).map((id) => ({ id, label: words[id], ...(sideFaults[id].length > 0 && { count: sideFaults[id].length }) }))} // prettier-ignore
            selected={side}
            onSelect={(id) => setSide(id as keyof Texts)}
          >
            <Editor
              key={side}
              text={texts[side]}
              label={words[side]}
              schema={side === 'document' ? begun.schema : begun.casesSchema}
              faults={sideFaults[side]}
              goTo={goTo}
              onChange={change}
            />
          </Tabs>
        </div>
        <Beside
          name={name}
          tried={tried}
          faults={faults}
          from={from}
          isWithoutCases={isWithoutCases}
          onFault={show}
        />
      </div>
      {isPublishing && (
        <Publish
          name={name}
          isFirst={pack === undefined}
          text={text}
          isWithoutCases={isWithoutCases}
          onRefused={setRefused}
          onClose={() => setPublishing(false)}
        />
      )}
    </Frame>
  )
}

/** Those of the lines behind `start`, as lines of their own text. */
const within = (faults: readonly Fault[], start: number, end: number): Fault[] =>
  faults.flatMap((one) => {
    const { line = 1 } = one
    return line > start && line <= end ? [{ ...one, line: line - start }] : []
  })
