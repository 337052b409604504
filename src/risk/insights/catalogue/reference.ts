// Writes the catalogue as Markdown, for the OpenAPI document and for `docs/insights.md`.
import { writeType } from '#src/platform/cel/variables.ts'
import { vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { catalogue } from './catalogue.ts'

const row = (...cells: readonly string[]) =>
  `| ${cells.map((one) => one.replaceAll('|', '\\|')).join(' | ')} |`

/** A table of all insights, in the order of the catalogue. */
export const insightTable = (): string =>
  [
    row('code', 'description', 'in English', 'type', 'category', 'relevance', 'related to'),
    row(...Array<string>(7).fill('---')),
    ...catalogue.map(({ code, description, english, type, category, relevance, relatedTo }) =>
      row(`\`${code}\``, description, english, type, category, relevance, relatedTo.join(', ')),
    ),
  ].join('\n')

/** A table of all facts that a scorecard may read. */
export const factTable = (): string =>
  [
    row('fact', 'type', 'meaning'),
    row('---', '---', '---'),
    ...Object.entries(vocabulary).flatMap(([group, facts]) =>
      Object.entries(facts).map(([name, { type, meaning }]) =>
        row(`\`${group}.${name}\``, writeType(type), meaning),
      ),
    ),
  ].join('\n')

/** The whole of `docs/insights.md`; a test compares it with the file. */
export const insightDocument = (): string => `# Insights, facts and scorecards

Made from \`src/risk/insights/catalogue\` and \`src/journey/facts/vocabulary\` by \`node src/risk/insights/catalogue/write.ts\`.

An insight is one finding about a transaction: a pure rule over facts. What is not known makes no insight, and no
insight rejects anybody by itself. A code never changes its meaning. Types: \`rule\` follows from the transaction's
own data, \`lookup\` from what was asked elsewhere, \`history\` from what the same tenant has seen in the same mode,
\`module\` from another capability's result.

## Insights

${insightTable()}

## Facts

A capability provides facts under these names from its \`facts.ts\`; insights and scorecards ask for them. A rule of a
scorecard that asks for a fact that is not known does not apply, and the score says so ([packs.md](packs.md#scorecards)).

${factTable()}
`
