// A version of a pack: drawn, as a text, its test cases, and what differs from another.
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { PackCaseReport } from '#src/packs/cases/report-schema.ts'
import type { PackDifference } from '#src/packs/difference/schema.ts'
import type { PackSource } from '#src/packs/drafts/schema.ts'
import type { PackStepInWords } from '#src/packs/drawing/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { CodeBlock, Copy } from '../../parts/code.tsx'
import { Filter } from '../../parts/filter.tsx'
import { Waiting } from '../../parts/problem-note.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useWords } from '../../words/words.ts'
import { CaseReport } from '../packs/case-report.tsx'
import { Difference } from '../packs/difference.tsx'
import { Drawing } from '../packs/drawing.tsx'
import { packPage, packPath } from '../packs/paths.ts'
import { packWords } from '../packs/words.ts'
import { onePackWords } from './words.ts'

type Of = { readonly name: string; readonly version: number }

export function Drawn({ name, version }: Of) {
  const words = useWords(packWords)
  const query = useQuery(`pack-drawing ${name} ${version}`, async () => {
    const path = packPath(name, `versions/${version}`)
    const [svg, steps] = await Promise.all([
      api.text(`${path}/drawing`),
      api.get<PackStepInWords>(`${path}/steps`),
    ])
    return { svg, steps }
  })
  const label = words.drawingOf(`${name} v${version}`)
  return query.data ? <Drawing key={label} label={label} {...query.data} /> : <Waiting {...query} />
}

export function Document({ name, version }: Of) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  const query = useQuery(`pack-source ${name} ${version}`, () =>
    api.get<PackSource>(packPath(name, `versions/${version}/source`)),
  )
  if (!query.data) return <Waiting {...query} />
  const { document, cases } = query.data
  const texts = [[words.tab.document, document], ...(cases ? [[words.tab.cases, cases]] : [])]
  return (
    <div class="pack-stack">
      {texts.map(([label = '', text = '']) => (
        <div key={label}>
          <p class="pack-line">
            <strong>{label}</strong> <span class="soft">{shared.versionOf(version)}</span>
            <Copy text={text} />
          </p>
          <CodeBlock text={text} label={label} />
        </div>
      ))}
    </div>
  )
}

export function Cases({ name, version }: Of) {
  const words = useWords(onePackWords)
  const query = useQuery(`pack-cases ${name} ${version}`, () =>
    api.get<PackCaseReport>(packPath(name, `versions/${version}/cases`)),
  )
  if (!query.data) return <Waiting {...query} />
  return (
    <div class="pack-stack">
      <p>
        <Button onClick={query.reload}>{words.runAgain}</Button>
      </p>
      <CaseReport report={query.data} />
    </div>
  )
}

export function Versions({ pack }: { pack: ListedName }) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  const { name, live, shadow, versions } = pack
  const before = (version: number) =>
    versions[versions.findIndex((one) => one.version === version) - 1]?.version
  return (
    <Table
      caption={words.tab.versions}
      rows={versions.toReversed()}
      keyOf={({ version }) => String(version)}
      hrefOf={({ version }) => packPage(name, `?version=${version}`)}
      columns={[
        { head: shared.version, cell: ({ version }) => `v${version}` },
        {
          head: shared.live,
          cell: ({ version }) => {
            const share = live.find((one) => one.version === version)
            if (share) return <Badge kind="good">{share.percent} %</Badge>
            return version === shadow ? <Badge kind="info">{shared.shadow}</Badge> : ''
          },
        },
        { head: words.published, cell: ({ publishedAt }) => <Time at={publishedAt} /> },
        { head: words.by, from: 'medium', cell: ({ publishedBy }) => publishedBy },
        { head: words.why, from: 'medium', cell: ({ message }) => message ?? '–' },
        {
          head: words.tab.difference,
          cell: ({ version }) =>
            before(version) !== undefined && (
              <a
                href={packPage(name, `?tab=difference&from=${before(version)}&version=${version}`)}
              >
                {words.compare}
              </a>
            ),
        },
      ]}
    />
  )
}

type ComparedProps = {
  readonly pack: ListedName
  readonly version: number
  readonly from: number | undefined
  readonly onChoose: (more: { version?: string; from?: string }) => void
}

export function Compared({ pack, version, from, onChoose }: ComparedProps) {
  const words = useWords(onePackWords)
  const { name, versions } = pack
  const numbers = versions.map((one) => one.version)
  const older = from ?? numbers.findLast((one) => one < version) ?? version
  const query = useQuery(`pack-difference ${name} ${older} ${version}`, () =>
    api.get<PackDifference>(packPath(name, `versions/${version}/difference`), { from: older }),
  )
  const options = numbers.toReversed().map((one) => ({ value: String(one), label: `v${one}` }))
  return (
    <>
      <Filter
        fields={[
          { name: 'from', label: words.from, options },
          { name: 'version', label: words.to, options },
        ]}
        values={{ from: String(older), version: String(version) }}
        onChange={({ from: chosen = String(older), version: other = String(version) }) =>
          onChoose({ from: chosen, version: other })
        }
      />
      {query.data ? (
        <Difference difference={query.data} heads={[`v${older}`, `v${version}`]} />
      ) : (
        <Waiting {...query} />
      )}
    </>
  )
}
