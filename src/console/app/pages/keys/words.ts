import { definePageWords } from '../../words/common.ts'

// prettier-ignore
export const words = definePageWords({
  lead: ['Chaves de programas, e navegadores em que alguém entrou.', 'Keys of programs, and browsers in which somebody is signed in.', 'Claves de programas, y navegadores en los que alguien entró.'],
  tabs: {
    keys: ['Chaves da API', 'API keys', 'Claves de la API'],
    sessions: ['Sessões', 'Sessions', 'Sesiones'],
  },
  make: ['Nova chave', 'New key', 'Nueva clave'],
  none: ['Nenhuma chave', 'No keys', 'Ninguna clave'],
  noneLead: ['Uma chave é para um programa que não tem emissor de tokens.', 'A key is for a program that has no issuer of tokens.', 'Una clave es para un programa sin emisor de tokens.'],
  nameHint: ['Para que serve, sem nomes de pessoas', 'What it is for, without names of people', 'Para qué sirve, sin nombres de personas'],
  scopes: ['Permissões', 'Permissions', 'Permisos'],
  scopesHint: ['No máximo as suas', 'At most your own', 'Como máximo los suyos'],
  life: ['Vale por', 'Valid for', 'Vale por'],
  days: [(days: number) => `${days} dias`, (days: number) => `${days} days`, (days: number) => `${days} días`],
  states: {
    active: ['ativa', 'active', 'activa'],
    ended: ['vencida', 'expired', 'vencida'],
    revoked: ['revogada', 'revoked', 'revocada'],
  },
  made: ['Criada', 'Created', 'Creada'],
  ends: ['Vence', 'Expires', 'Vence'],
  used: ['Último uso', 'Last used', 'Último uso'],
  never: ['nunca', 'never', 'nunca'],
  rotate: ['Trocar', 'Rotate', 'Rotar'],
  revoke: ['Revogar', 'Revoke', 'Revocar'],
  leads: {
    rotate: [(name: string) => `Cria outra chave “${name}”, com as mesmas permissões e a mesma duração. A antiga vale mais um dia.`, (name: string) => `Makes another key “${name}” with the same permissions and lifetime. The old one stays valid for one more day.`, (name: string) => `Crea otra clave “${name}” con los mismos permisos y la misma duración. La antigua vale un día más.`],
    revoke: [(name: string) => `A chave “${name}” e as que ela criou deixam de valer em dois segundos. O programa que as usa para de funcionar. Não há volta.`, (name: string) => `The key “${name}”, and those that it has created, stop being valid within two seconds. The program that uses them stops working. This cannot be undone.`, (name: string) => `La clave “${name}” y las que creó dejan de valer en dos segundos. El programa que las usa deja de funcionar. No se puede deshacer.`],
  },
  revoked: ['Chave revogada', 'Key revoked', 'Clave revocada'],
  here: ['este navegador', 'this browser', 'este navegador'],
  issuer: ['Emissor', 'Issuer', 'Emisor'],
  since: ['Entrou', 'Signed in', 'Entró'],
  until: ['Termina até', 'Ends by', 'Termina antes de'],
  end: ['Encerrar', 'End', 'Terminar'],
  signOut: ['Sair', 'Sign out', 'Salir'],
  endLead: ['A sessão acaba na hora: quem está nela precisa entrar de novo.', 'The session ends at once: whoever is in it has to sign in again.', 'La sesión termina al instante: quien está en ella debe entrar de nuevo.'],
  ended: ['Sessão encerrada', 'Session ended', 'Sesión terminada'],
  ownOnly: ['Aqui estão só as suas: para ver as dos outros é preciso a permissão keys:write.', 'Only your own are here: to see those of others takes the permission keys:write.', 'Aquí están solo las suyas: para ver las de otros hace falta el permiso keys:write.'],
})
