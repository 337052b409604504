import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The timeline of the database that the sweep saw last: one row. */
export const timelines = pgTable('database_timeline', {
  id: integer('id').primaryKey(),
  timeline: text('timeline').notNull(),
})
