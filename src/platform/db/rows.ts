// Statements in SQL whose columns follow from a table: the compiler asks for each column that a row has, and no
// statement touches one that a newer release has added beside this one.
import {
  type Column,
  type GetColumnData,
  getTableColumns,
  type InferSelectModel,
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

/** `name = value` for each member that is given, for `update … set`. */
export const assigned = <C extends Columns>(columns: C, values: Partial<RowOf<C>>): SQL =>
  sql.join(
    Object.entries(columns)
      .filter(([key]) => key in values)
      .map(([key, column]) => sql`${quoted(column)} = ${sql.param(values[key], column)}`),
    sql`, `,
  )

/** `insert … select` of any number of rows as one value: the statement's text must not vary with their number. */
export function insertRows<T extends PgTable>(table: T, rows: readonly InferSelectModel<T>[]): SQL {
  const { columns, names, types } = known.get(table) ?? learn(table)
  const json = rows.map((row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])),
  )
  return sql`insert into ${table} (${names})
    select ${names} from json_to_recordset(${JSON.stringify(json)}::json) as one (${types})`
}

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
