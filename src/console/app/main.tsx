// The console begins: language, session, then the frame.
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
import { loadSession, type Session, SessionContext } from './shell/session.ts'
import { Shell } from './shell/shell.tsx'
import { keepLanguage, type Language, LanguageContext, recallLanguage } from './words/words.ts'

function Console() {
  const [language, setLanguage] = useState<Language>(() => speak(recallLanguage()))
  const choose = (chosen: Language) => {
    keepLanguage(chosen)
    setLanguage(speak(chosen))
    // Texts from the API are in the language of their request, so all are read anew.
    stale('')
  }
  return (
    <LanguageContext.Provider value={{ language, choose }}>
      <LocationProvider scope="/console">
        <WithSession />
      </LocationProvider>
    </LanguageContext.Provider>
  )
}

/** Says it to screen readers, and to the API by each request that reads. */
function speak(language: Language): Language {
  document.documentElement.lang = language
  return language
}

function WithSession() {
  const [session, setSession] = useState<Session>()
  const [problem, setProblem] = useState<Problem>()
  const load = () => {
    setProblem(undefined)
    loadSession()
      .then(setSession)
      .catch((error: unknown) => setProblem(problemOf(error)))
  }
  useEffect(load, [])
  if (session)
    return (
      <SessionContext.Provider value={session}>
        <Shell />
      </SessionContext.Provider>
    )
  // Without a session the browser is on its way to sign in.
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

const place = document.querySelector('#app')
if (place) render(<Console />, place)
