// Helpers for SQL whose columns follow from a table definition: the compiler checks that every column of a row is
// given, and no statement touches a column that a newer release has added.
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

/** The quoted names of columns, for `select` or `returning`. */
export const named = (columns: Columns): SQL =>
  sql.raw(Object.values(columns).map(quote).join(', '))

/** One raw text for each name, because drizzle assembles SQL parts again for every statement. */
const quote = ({ name }: Column): string => `"${name.replaceAll('"', '""')}"`
const quoted = (column: Column): SQL => sql.raw(quote(column))

/** Reads a row that was selected by `named`, under the property names of the table. */
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

/** A row whose times are in epoch milliseconds. */
export type InMs<Row> = {
  readonly [Member in keyof Row]: Row[Member] extends Date | null
    ? number | Exclude<Row[Member], Date>
    : Row[Member]
}

export function inMs<Row extends object>(row: Row): InMs<Row> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.getTime() : value,
  ])
  // Safe because each value keeps its name.
  return Object.fromEntries(entries) as InMs<Row>
}

/** `name = placeholder` for each column, for `update … set`; the placeholder has the property’s name. */
export const assigned = (columns: Columns): SQL =>
  sql.join(
    Object.entries(columns).map(
      ([key, column]) => sql`${quoted(column)} = ${sql.param(sql.placeholder(key), column)}`,
    ),
    sql`, `,
  )

/**
 * `insert … select` of any number of rows passed as one value, so that the statement’s text does not vary with their
 * number.
 */
export function insertRows<T extends PgTable>(table: T, rows: readonly InferSelectModel<T>[]): SQL {
  return insertJson(table, toJsonRows(table, rows))
}

/** Like `insertRows`, with the result of `toJsonRows` or a placeholder for it. `where` is a clause that may hold it back. */
export function insertJson(table: PgTable, rows: string | Placeholder, where = sql``): SQL {
  const { names, types } = known.get(table) ?? learn(table)
  return sql`insert into ${table} (${names})
    select ${names} from json_to_recordset(${rows}::json) as one (${types})${where}`
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

/**
 * `insert` of one row, with a placeholder for each of these properties (all by default). `where` is a clause that may
 * hold it back.
 */
export function insertOne<T extends PgTable>(
  table: T,
  members: readonly string[] = Object.keys(getTableColumns(table)),
  where = sql``,
): SQL {
  const columns: Columns = getTableColumns(table)
  const given = Object.entries(columns).filter(([member]) => members.includes(member))
  const values = given.map(([member, column]) => sql.param(sql.placeholder(member), column))
  const names = named(Object.fromEntries(given))
  return sql`insert into ${table} (${names}) select ${sql.join(values, sql`, `)}${where}`
}

/** A placeholder for each property of an inserted row (all by default), for `buildOnce`. */
export function placeholdersOf<T extends PgTable>(
  table: T,
  names: readonly (keyof InferInsertModel<T> & string)[] = Object.keys(
    getTableColumns(table),
  ) as never,
): InferInsertModel<T> {
  // Safe because drizzle takes a placeholder wherever it takes a value, and each is filled with a value of its column.
  return Object.fromEntries(
    names.map((name) => [name, sql.placeholder(name)]),
  ) as InferInsertModel<T>
}

/**
 * Writes one of our own numbers or names into the SQL text: with a parameter PostgreSQL would plan the statement again
 * each time.
 */
export const constant = (value: number | string): SQL =>
  sql.raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)

/**
 * Whether a `bytea` column equals one of the values of a placeholder, which `toBytes` has encoded as one text.
 * PostgreSQL estimates the length of a list from a subquery as constant; with a plain array parameter it would plan the
 * statement anew each time, which takes longer than to run it.
 */
export const isOneOf = (column: Column, name: string): SQL =>
  sql`${column} = any(array(select unnest((${sql.placeholder(name)}::text)::bytea[])))`

/** A PostgreSQL array literal of the values, so that the statement’s text does not vary with their number. */
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
