import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The database timeline that the sweep saw last: a table of one row. */
export const timelines = pgTable('database_timeline', {
  id: integer('id').primaryKey(),
  timeline: text('timeline').notNull(),
})
