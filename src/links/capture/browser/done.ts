// Tells the page that opened this one, or shows it in a frame, how the link has ended. Browsers deliver it to these
// origins alone.
import { readData, report } from './page.ts'

const { origins, status } = readData<{ origins: readonly string[]; status: string }>()
report(origins, status)
