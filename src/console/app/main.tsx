// Starts the console: language, session, then the frame.
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { LocationProvider } from 'preact-iso'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/shell.css'
import { type Problem, problemOf } from './api/client.ts'
import { stale } from './api/query.ts'
import { Loading, ProblemNote } from './parts/page.tsx'
import { loadSession } from './shell/session.ts'
import { Shell } from './shell/shell.tsx'
import { keepLanguage, type Language, recallLanguage } from './words/words.ts'

function Console() {
  const [, setLanguage] = useState<Language>()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const load = () => {
    setProblem(undefined)
    loadSession()
      .then(() => setOpen(true))
      .catch((error: unknown) => setProblem(problemOf(error)))
  }
  useEffect(load, [])
  const choose = (chosen: Language) => {
    keepLanguage(chosen)
    document.documentElement.lang = chosen
    // The whole page is rendered again. Texts from the API are in the language of their request, so they are loaded
    // again.
    setLanguage(chosen)
    stale('')
  }
  if (isOpen)
    return (
      <LocationProvider scope="/console">
        <Shell onLanguage={choose} />
      </LocationProvider>
    )
  // Without a session the browser is being redirected to the sign-in.
  return (
    <main class="shell-main">
      <h1>Atesta</h1>
      {problem && problem.status !== 401 ? (
        <ProblemNote problem={problem} onRetry={load} />
      ) : (
        <Loading />
      )}
    </main>
  )
}

document.documentElement.lang = recallLanguage()
const place = document.querySelector('#app')
if (place) render(<Console />, place)
