import { Page as Frame } from '../../parts/page.tsx'
import { CodeBlock } from '../../parts/code.tsx'
import { shellWords } from '../../shell/words.ts'
import { useWords } from '../../words/words.ts'

export function Page() {
  const words = useWords(shellWords)
  return (
    <main class="shell-main">
      <Frame title={words.signIn} lead={words.signInLead}>
        <CodeBlock label={words.signIn} text="npm run -s token -- --console" />
      </Frame>
    </main>
  )
}
