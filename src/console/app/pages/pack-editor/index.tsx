// The editor of a pack: its text with faults at their lines, and beside it a preview.
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { AskedButton } from '../../parts/acts.tsx'
import { Page as Frame, ProblemNote, Waiting } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { isOfService, mainVersion, packPage } from '../packs/paths.ts'
import {
  begin,
  type Begun,
  isTooMuch,
  joinTexts,
  keepDraft,
  linesOf,
  recallDraft,
  type Texts,
  useDraft,
} from './draft.ts'
import { Beside } from './beside.tsx'
import { Editor, type Fault } from './editor.tsx'
import { Publish } from './publish.tsx'
import { words } from './words.ts'
import '../packs/packs.css'
import './pack-editor.css'

export function Page({ name }: { name: string }) {
  const [asked] = useAddress(['from', 'version'])
  const [round, setRound] = useState(0)
  const query = useQuery(`pack-editor ${name} ${JSON.stringify(asked)}`, () => begin(name, asked))
  if (query.data)
    return <Desk key={round} name={name} begun={query.data} onDiscard={() => setRound(round + 1)} />
  return (
    <Frame title={words.title(name)}>
      <Waiting {...query} />
    </Frame>
  )
}

type DeskProps = { readonly name: string; readonly begun: Begun; readonly onDiscard: () => void }

/** Both texts in the editor, the API's answer to them, and the positions of its faults. */
function useDesk({ name, begun, onDiscard }: DeskProps) {
  const [kept] = useState(() => recallDraft(name))
  const [texts, setTexts] = useState(kept ?? begun.texts)
  const [side, setSide] = useState<keyof Texts>('document')
  const [goTo, setGoTo] = useState<{ line: number }>()
  const [refused, setRefused] = useState<readonly Fault[]>()
  const from = begun.pack && mainVersion(begun.pack)
  const isWithoutCases = texts.cases !== '' && isTooMuch(texts)
  const text = isWithoutCases ? texts.document : joinTexts(texts)
  const tried = useDraft(name, text, from)
  const faults = refused ?? tried.draft?.faults ?? []
  const split = linesOf(texts.document)
  const change = (typed: string) => {
    const next = { ...texts, [side]: typed }
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
  const faultsOf = { document: within(faults, 0, split), cases: within(faults, split, Infinity) }
  return { isKept: kept !== undefined, texts, text, isWithoutCases, from, tried, faults, faultsOf, side, setSide, goTo, change, discard, show, setRefused } // prettier-ignore
}

function Desk(props: DeskProps) {
  const { name, begun } = props
  const desk = useDesk(props)
  const { side, tried, faults, faultsOf, isWithoutCases } = desk
  const isReserved = begun.pack !== undefined && isOfService(begun.pack)
  const isTooLarge = tried.problem?.status === 400
  const notes = [
    ...(isReserved ? [words.ofService] : []),
    ...(isTooLarge ? [words.tooLarge] : isWithoutCases ? [words.withoutCases] : []),
  ]
  const counts = { document: faultsOf.document.length, cases: faultsOf.cases.length }
  return (
    <Frame
      title={words.title(name)}
      lead={desk.isKept ? `${words.keptText} ${words.lead}` : words.lead}
      acts={
        <>
          <a class="button" href={begun.pack ? packPage(name) : '/console/packs'}>
            {words.back}
          </a>
          <AskedButton
            kind="plain"
            title={words.discardTitle}
            act={words.discard}
            run={desk.discard}
          >
            <p>{words.discardText}</p>
          </AskedButton>
          <Publish
            {...desk}
            name={name}
            isFirst={begun.pack === undefined}
            disabled={isReserved || faults.length > 0}
            onRefused={desk.setRefused}
          />
        </>
      }
    >
      {notes.map((text) => (
        <p key={text} class="note" data-kind={isTooLarge ? 'warn' : 'quiet'}>
          {text}
        </p>
      ))}
      {tried.problem && !isTooLarge && <ProblemNote problem={tried.problem} />}
      <div class="split pack-desk">
        <div>
          <Tabs
            label={words.texts}
            tabs={{ document: words.document, cases: words.cases }}
            counts={counts}
            selected={side}
            onSelect={(id) => desk.setSide(id as keyof Texts)}
          >
            <Editor
              key={side}
              text={desk.texts[side]}
              label={words[side]}
              schema={side === 'document' ? begun.schema : begun.casesSchema}
              faults={faultsOf[side]}
              goTo={desk.goTo}
              onChange={desk.change}
            />
          </Tabs>
        </div>
        <Beside {...desk} name={name} origin={begun.origin} onFault={desk.show} />
      </div>
    </Frame>
  )
}

/** The faults in the lines after `start`, with line numbers of their own text. */
const within = (faults: readonly Fault[], start: number, end: number): Fault[] =>
  faults.flatMap((one) => {
    const { line = 1 } = one
    return line > start && line <= end ? [{ ...one, line: line - start }] : []
  })
