// Writes `docs/insights.md`; run it with `node src/risk/insights/catalogue/write.ts`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { insightDocument } from './reference.ts'

writeFileSync(join(import.meta.dirname, '../../../../docs/insights.md'), insightDocument())
