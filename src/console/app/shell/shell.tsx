// The frame of every page: the reader, the tenant and the mode; the navigation; notices; shortcuts.
import { useRef, useState } from 'preact/hooks'
import { type Language, language, languages } from '../words/words.ts'
import { Navigation, SignOut } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { Routes } from './routes.tsx'
import { session } from './session.ts'
import { Shortcuts } from './shortcuts.tsx'
import { words } from './words.ts'

const names = { pt: 'Português', en: 'English', es: 'Español' }

type ShellProps = { readonly onLanguage: (language: Language) => void }

export function Shell({ onLanguage }: ShellProps) {
  const [isOpen, setOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  // Focusing the heading makes screen readers announce the new page.
  const arrive = () => {
    setOpen(false)
    main.current?.focus({ preventScroll: true })
  }
  return (
    <div class="shell">
      <header class="row nowrap shell-head">
        <a class="unseen" href="#main" onClick={arrive}>
          {words.skip}
        </a>
        <button
          type="button"
          class="button shell-menu"
          aria-label={words.menu}
          aria-expanded={isOpen}
          aria-controls="pages"
          onClick={() => setOpen(!isOpen)}
        >
          ☰
        </button>
        <a class="shell-name" href="/console">
          Atesta
        </a>
        <Who onLanguage={onLanguage} />
      </header>
      <Navigation isOpen={isOpen} />
      <main class="shell-main" id="main" tabIndex={-1} ref={main}>
        <Routes onChange={arrive} />
      </main>
      <Notices />
      <Shortcuts />
    </div>
  )
}

function Who({ onLanguage }: ShellProps) {
  const { tenant, mode, name, subject } = session()
  return (
    <>
      <span class="shell-mode" data-kind={mode === 'live' ? 'good' : 'warn'}>
        {words.mode[mode]}
      </span>
      <div class="row nowrap shell-who">
        <span class="row tight nowrap shell-tenant">
          <strong class="cut">{tenant}</strong>
          <span class="cut soft">{name ?? subject ?? ''}</span>
        </span>
        <Languages onLanguage={onLanguage} />
        <SignOut />
      </div>
    </>
  )
}

const Languages = ({ onLanguage }: ShellProps) => (
  <select
    class="input shell-language"
    aria-label={words.language}
    value={language()}
    onChange={(event) => {
      const chosen = languages.find((one) => one === event.currentTarget.value)
      if (chosen) onLanguage(chosen)
    }}
  >
    {languages.map((one) => (
      <option key={one} value={one} lang={one} aria-label={names[one]}>
        {one.toUpperCase()}
      </option>
    ))}
  </select>
)
