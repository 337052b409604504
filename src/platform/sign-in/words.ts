// The texts of the sign-in pages in the languages of the console.

const pt = {
  title: 'Entrar',
  choose: 'Entre com a conta da sua empresa.',
  enter: (name: string) => `Entrar com ${name}`,
  byLink: 'Esta instalação abre o console por um link, que vale uma vez. No terminal:',
  none: 'Nenhum emissor está configurado para entrar no console. Quem opera a instalação encontra como fazer em docs/operations.md.',
  out: 'Você saiu do console.',
  again: 'Entrar de novo',
  refused: {
    link: 'Este link já foi usado ou passou da validade. No terminal, este comando escreve outro:',
    failed:
      'Não foi possível entrar. Tente de novo; se continuar assim, fale com quem cuida do console na sua empresa.',
    rights: 'A sua conta não tem acesso a este console. Peça-o a quem cuida dele na sua empresa.',
    away: 'O serviço de contas da sua empresa não responde. Tente de novo daqui a pouco.',
    often: 'Foram muitas tentativas. Espere um minuto e tente de novo.',
  },
}

type Words = typeof pt

const en: Words = {
  title: 'Sign in',
  choose: 'Sign in with your company account.',
  enter: (name) => `Sign in with ${name}`,
  byLink: 'This installation opens the console by a link that works once. In a terminal:',
  none: 'No issuer is configured for signing in to the console. Whoever runs this installation finds how in docs/operations.md.',
  out: 'You have signed out.',
  again: 'Sign in again',
  refused: {
    link: 'This link was used already, or has expired. In a terminal, this prints another:',
    failed:
      'That did not work. Try again; if it persists, ask whoever looks after the console in your company.',
    rights:
      'Your account has no access to this console. Ask whoever looks after it in your company.',
    away: 'Your company’s account service does not answer. Try again in a moment.',
    often: 'Too many attempts. Wait a minute, then try again.',
  },
}

const es: Words = {
  title: 'Entrar',
  choose: 'Entre con la cuenta de su empresa.',
  enter: (name) => `Entrar con ${name}`,
  byLink: 'Esta instalación abre la consola por un enlace, que vale una vez. En la terminal:',
  none: 'Ningún emisor está configurado para entrar en la consola. Quien opera la instalación encuentra cómo hacerlo en docs/operations.md.',
  out: 'Ha salido de la consola.',
  again: 'Entrar de nuevo',
  refused: {
    link: 'Este enlace ya se usó o venció. En la terminal, este comando escribe otro:',
    failed:
      'No fue posible entrar. Inténtelo de nuevo; si sigue así, hable con quien cuida la consola en su empresa.',
    rights: 'Su cuenta no tiene acceso a esta consola. Pídalo a quien la cuida en su empresa.',
    away: 'El servicio de cuentas de su empresa no responde. Inténtelo de nuevo en un momento.',
    often: 'Fueron muchos intentos. Espere un minuto e inténtelo de nuevo.',
  },
}

export type Refused = keyof Words['refused']

const languages = { pt, en, es }
export type Language = keyof typeof languages

/** Portuguese, unless the browser prefers another one of the languages. */
export function languageOf(accepted = ''): Language {
  const asked = accepted.split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  return asked.find((one): one is Language => Object.hasOwn(languages, one)) ?? 'pt'
}

export const wordsOf = (language: Language): Words => languages[language]
