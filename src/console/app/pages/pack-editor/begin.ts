// What an editor begins with: the text of a version, of another pack, or a small example, and the schemas of both texts.
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { PackSource } from '#src/packs/drafts/schema.ts'
import { api, Refused } from '../../api/client.ts'
import { mainVersion, packPath } from '../packs/paths.ts'
import type { Texts } from './draft.ts'
import type { Schema } from './suggestions.ts'

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

export async function begin(
  name: string,
  asked: { from?: string; version?: string },
): Promise<Begun> {
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
