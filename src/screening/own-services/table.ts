import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import { instant } from '#src/platform/db/columns.ts'

/** The services of own vendors; the result that the first process has loaded under a name is that of all. */
export const checkServices = pgTable('check_service', {
  name: text('name').primaryKey(),
  result: jsonb('result').$type<ValueSchema>().notNull(),
  loadedAt: instant('loaded_at').notNull(),
})
