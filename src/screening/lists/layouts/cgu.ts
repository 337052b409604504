// Reads the lists of the Brazilian federal government in the CSV of its transparency portal: exposed persons (PEP), and
// those who may not contract with the state (CEIS, CNEP).
import type { ListEntry, ListFile, ReadList } from '../schema.ts'
import { toEntries } from './entries.ts'
import { decode, readTable, type TableRow, toDocument, versionOf } from './text.ts'

/** Undefined for any other file. */
export function readCgu(file: ListFile): ReadList | undefined {
  if (!/\.csv$/i.test(file.name)) return undefined
  const text = decode(file.bytes)
  const head = text.slice(0, 2_000).toLowerCase()
  const isExposed = head.includes('nome_pep')
  if (!isExposed && !head.includes('nome do sancionado')) return undefined
  const { columns, rows } = readTable(text)
  const name = isExposed ? 'cgu-pep' : nameOf(rows)
  const read = toEntries(
    rows.map((row) => ({ row, place: `line ${row.line}` })),
    ({ row }) => (row.width < columns.length ? undefined : isExposed ? exposed(row) : barred(row)),
  )
  const version = versionOf(file.name)
  return {
    name,
    service: isExposed ? 'Pep' : 'Sanctions',
    ...read,
    ...(version !== undefined && { version }),
  }
}

const nameOf = (rows: readonly TableRow[]): string =>
  rows[0]?.of('cadastro').toUpperCase() === 'CNEP' ? 'cgu-cnep' : 'cgu-ceis'

/** A person has a row for each office, so the row's own number is the id. */
function exposed(row: TableRow): Partial<ListEntry> {
  const document = toDocument(row.of('cpf'))
  const name = row.of('nome_pep')
  return {
    id: [document, row.of('sigla_funcao'), row.of('nome_orgao'), row.of('data_inicio_exercicio')]
      .join(' ')
      .trim()
      .slice(0, 200),
    kind: 'person',
    name,
    documents: hasDigits(document) ? [document] : [],
    countries: ['br'],
    topics: ['role.pep'],
  }
}

function barred(row: TableRow): Partial<ListEntry> {
  const document = toDocument(row.of('cpf_ou_cnpj_do_sancionado'))
  const kind = row.of('tipo_de_pessoa').toUpperCase()
  const others = [
    row.of('nome_informado_pelo_orgao_sancionador'),
    row.of('razao_social_cadastro_receita'),
    row.of('nome_fantasia_cadastro_receita'),
  ]
  const name = row.of('nome_do_sancionado')
  const isNamed = (one: string) => one !== '' && !/^sem informa/i.test(one) && one !== name
  return {
    id: row.of('codigo_da_sancao') || `${document} ${row.of('numero_do_processo')}`,
    kind: kind.startsWith('F') ? 'person' : kind.startsWith('J') ? 'company' : 'unknown',
    name,
    otherNames: [...new Set(others.filter(isNamed))],
    documents: hasDigits(document) ? [document] : [],
    countries: ['br'],
    topics: ['debarment'],
  }
}

const hasDigits = (document: string): boolean =>
  /\d/.test(document) && document.length >= 11 && document.length <= 14
