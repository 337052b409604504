// Reports the end of the link to the page that opened this one or frames it. Browsers deliver the message to these
// origins only.
import { readData, report } from './page.ts'

const { origins, status } = readData<{ origins: readonly string[]; status: string }>()
report(origins, status)
