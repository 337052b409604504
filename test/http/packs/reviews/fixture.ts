// A queue of reviews of its own for each test.
import { reviewComments, reviews } from '#src/packs/reviews/table.ts'
import { test as base } from '#test/db/fixture.ts'
import { openReviews } from '#test/support/reviews.ts'

export const test = base.extend('own', async ({ db }) => {
  await db.delete(reviewComments)
  await db.delete(reviews)
  return openReviews(db)
})
