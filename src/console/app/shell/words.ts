import { defineWords } from '../words/words.ts'

// prettier-ignore
export const words = defineWords({
  pages: ['Páginas', 'Pages', 'Páginas'],
  menu: ['Menu', 'Menu', 'Menú'],
  skip: ['Ir para o conteúdo', 'Skip to the content', 'Ir al contenido'],
  language: ['Idioma', 'Language', 'Idioma'],
  signOut: ['Sair', 'Sign out', 'Salir'],
  shortcuts: ['Atalhos do teclado', 'Keyboard shortcuts', 'Atajos de teclado'],
  goTo: [(page: string) => `Ir para ${page}`, (page: string) => `Go to ${page}`, (page: string) => `Ir a ${page}`],
  mode: {
    sandbox: ['Sandbox', 'Sandbox', 'Sandbox'],
    live: ['Produção', 'Live', 'Producción'],
  },
  lost: ['Esta página não existe', 'There is no such page', 'Esta página no existe'],
  lostLead: ['Nenhuma página do console tem este endereço.', 'No page of the console has this address.', 'Ninguna página de la consola tiene esta dirección.'],
  docs: ['Documentação', 'Documentation', 'Documentación'],
  page: {
    work: ['Trabalho', 'Work', 'Trabajo'],
    transactions: ['Transações', 'Transactions', 'Transacciones'],
    reviews: ['Revisões', 'Reviews', 'Revisiones'],
    packs: ['Packs', 'Packs', 'Packs'],
    lists: ['Listas', 'Lists', 'Listas'],
    messages: ['Mensagens', 'Messages', 'Mensajes'],
    webhooks: ['Webhooks', 'Webhooks', 'Webhooks'],
    endpoints: ['Endpoints', 'Endpoints', 'Endpoints'],
    settings: ['Configurações', 'Settings', 'Configuración'],
    keys: ['Chaves', 'Keys', 'Claves'],
    audit: ['Auditoria', 'Audit', 'Auditoría'],
    sandbox: ['Telefone de teste', 'Test phone', 'Teléfono de prueba'],
  },
})

export type PageName = keyof (typeof words)['page']
