import { Empty, Page as Frame } from '../../parts/page.tsx'
import { shellWords } from '../../shell/words.ts'
import { useWords } from '../../words/words.ts'

export function Page() {
  const words = useWords(shellWords)
  return (
    <Frame title={words.page.transactions}>
      <Empty title={words.soon} />
    </Frame>
  )
}
