// Statements in SQL whose columns follow from a table: the compiler asks for each column that a row has, and no
// statement touches one that a newer release has added beside this one.
import {
  type Column,
  type GetColumnData,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type Columns = Readonly<Record<string, Column>>
export type RowOf<C extends Columns> = { readonly [K in keyof C]: GetColumnData<C[K]> }

/** The names of columns, to be selected or returned. */
export const named = (columns: Columns): SQL =>
  sql.raw(Object.values(columns).map(quote).join(', '))

/** As one text: what is put together of parts is put together for each statement. */
const quote = ({ name }: Column): string => `"${name.replaceAll('"', '""')}"`
const quoted = (column: Column): SQL => sql.raw(quote(column))

/** A row that was selected by `named`, under the members' own names. */
export function readRow<C extends Columns>(
  columns: C,
  row: Readonly<Record<string, unknown>>,
): RowOf<C> {
  const entries = Object.entries(columns).map(([key, column]) => {
    const value = row[column.name]
    return [key, value === null ? null : column.mapFromDriverValue(value)]
  })
  // Safe because each value was read by its own column.
  return Object.fromEntries(entries) as RowOf<C>
}

/** `name = value` for each column, with a placeholder of the member's name, for `update … set`. */
export const assigned = (columns: Columns): SQL =>
  sql.join(
    Object.entries(columns).map(
      ([key, column]) => sql`${quoted(column)} = ${sql.param(sql.placeholder(key), column)}`,
    ),
    sql`, `,
  )

/** `insert … select` of any number of rows as one value: the statement's text must not vary with their number. */
export function insertRows<T extends PgTable>(table: T, rows: readonly InferSelectModel<T>[]): SQL {
  return insertJson(table, toJsonRows(table, rows))
}

/** The same of what `toJsonRows` gives: the value itself, or a placeholder. */
export function insertJson(table: PgTable, rows: string | Placeholder): SQL {
  const { names, types } = known.get(table) ?? learn(table)
  return sql`insert into ${table} (${names})
    select ${names} from json_to_recordset(${rows}::json) as one (${types})`
}

export function toJsonRows<T extends PgTable>(
  table: T,
  rows: readonly InferSelectModel<T>[],
): string {
  const { columns } = known.get(table) ?? learn(table)
  return JSON.stringify(
    rows.map((row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])),
    ),
  )
}

/** `insert` of one row, with a placeholder for each of these members: all of the table, or those that are named. */
export function insertOne<T extends PgTable>(
  table: T,
  members: readonly string[] = Object.keys(getTableColumns(table)),
): SQL {
  const columns: Columns = getTableColumns(table)
  const given = Object.entries(columns).filter(([member]) => members.includes(member))
  const values = given.map(([member, column]) => sql.param(sql.placeholder(member), column))
  const names = named(Object.fromEntries(given))
  return sql`insert into ${table} (${names}) values (${sql.join(values, sql`, `)})`
}

/** A placeholder for each of these members of a row that is inserted, all of them without `names`, for `buildOnce`. */
export function placeholdersOf<T extends PgTable>(
  table: T,
  names: readonly (keyof InferInsertModel<T> & string)[] = Object.keys(
    getTableColumns(table),
  ) as never,
): InferInsertModel<T> {
  // Safe because drizzle takes a placeholder wherever it takes a value; each is filled with one of its column.
  return Object.fromEntries(
    names.map((name) => [name, sql.placeholder(name)]),
  ) as InferInsertModel<T>
}

/** A number or name of ours in the text itself: a value PostgreSQL would weigh each time anew. */
export const constant = (value: number | string): SQL =>
  sql.raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)

/**
 * Whether a column of bytes is among those of a placeholder, which `toBytes` has put into one value. A list that a query
 * makes is as long as any for PostgreSQL: a statement with a plain one it plans each time anew, which takes longer than
 * to perform it.
 */
export const isOneOf = (column: Column, name: string): SQL =>
  sql`${column} = any(array(select unnest((${sql.placeholder(name)}::text)::bytea[])))`

/** As PostgreSQL writes an array of them: the statement's text must not vary with their number. */
export const toBytes = (values: readonly Buffer[]): string =>
  `{${values.map((one) => `"\\\\x${one.toString('hex')}"`).join(',')}}`

type Known = {
  readonly columns: readonly (readonly [key: string, column: Column])[]
  readonly names: SQL
  readonly types: SQL
}

const known = new WeakMap<PgTable, Known>()

function learn(table: PgTable): Known {
  const columns = Object.entries<Column>(getTableColumns(table))
  const types = columns.map(([, column]) => `${quote(column)} ${column.getSQLType()}`)
  const learned = {
    columns,
    names: named(getTableColumns(table)),
    types: sql.raw(types.join(', ')),
  }
  known.set(table, learned)
  return learned
}
