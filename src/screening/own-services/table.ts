import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import { instant } from '#src/platform/db/columns.ts'

/**
 * Services that a vendor's definition adds; the result that the first process loads under a name holds for all
 * processes.
 */
export const checkServices = pgTable('check_service', {
  name: text('name').primaryKey(),
  result: jsonb('result').$type<ValueSchema>().notNull(),
  loadedAt: instant('loaded_at').notNull(),
})
