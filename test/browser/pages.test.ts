// The pages of operators in a real browser. A service and a browser cost seconds to start: so their tests share them, and
// stand in folders beside this file.
import { useBrowser } from '#test/support/browser/browser.ts'
import { withService } from '#test/workflow/fixture.ts'
import { keysPage } from './keys/page.ts'
import { listsPage } from './lists/page.ts'
import { openPages } from './open/page.ts'
import { packsPage } from './packs/page.ts'
import { reviewsPage } from './reviews/page.ts'
import { sandboxPage } from './sandbox/page.ts'
import { settingsPage } from './settings/page.ts'
import { transactionsPage } from './transactions/page.ts'
import { webhooksPage } from './webhooks/page.ts'

const test = withService({
  TEMPORAL_UI_URL: 'http://127.0.0.1:8233/',
  TENANT_REGISTRY: 'open',
  JWT_PEOPLE: 'true',
})
const browser = useBrowser()

openPages(test, browser)
sandboxPage(test, browser)
packsPage(test, browser)
reviewsPage(test, browser)
listsPage(test, browser)
transactionsPage(test, browser)
settingsPage(test, browser)
keysPage(test, browser)
webhooksPage(test, browser)
