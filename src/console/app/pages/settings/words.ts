import { common } from '../../words/common.ts'
import { defineWords } from '../../words/words.ts'
import { fieldRows } from './field-rows.ts'

// prettier-ignore
export const useSettingWords = defineWords({
  ...common,
  lead: ['O que vale para a sua empresa. Campo vazio: vale o da instalação.', 'What holds for your company. An empty field: the installation’s counts.', 'Lo que vale para su empresa. Campo vacío: vale el de la instalación.'],
  sections: ['Seções', 'Sections', 'Secciones'],
  fixed: ['Elas ficam na configuração desta instalação e não mudam aqui.', 'They stand in the configuration of this installation and are not changed here.', 'Están en la configuración de esta instalación y no se cambian aquí.'],
  lacks: ['Para alterar é preciso a permissão tenants:admin.', 'To change them takes the permission tenants:admin.', 'Para cambiarla hace falta el permiso tenants:admin.'],
  changed: ['Última alteração', 'Last changed', 'Último cambio'],
  by: ['por', 'by', 'por'],
  saved: ['Salvo: vale em todos os processos em segundos.', 'Saved: it counts in every process within seconds.', 'Guardado: vale en todos los procesos en segundos.'],
  awaits: ['Exigir menos pede duas pessoas: nada mudou ainda.', 'To demand less takes two people: nothing has changed yet.', 'Exigir menos pide dos personas: nada cambió todavía.'],
  awaitingYou: ['Você pediu para exigir menos na publicação. Outra pessoa precisa salvar o mesmo até:', 'You asked to demand less of publishing. Somebody else must save the same until:', 'Usted pidió exigir menos en la publicación. Otra persona debe guardar lo mismo hasta:'],
  awaitingOther: ['Alguém pediu para exigir menos na publicação. Se você salvar a mesma alteração, ela vale. Até:', 'Somebody asked to demand less of publishing. If you save the same change, it counts. Until:', 'Alguien pidió exigir menos en la publicación. Si usted guarda el mismo cambio, vale. Hasta:'],
  usual: [(value: string) => `da instalação: ${value}`, (value: string) => `the installation’s: ${value}`, (value: string) => `de la instalación: ${value}`],
  unset: ['como na instalação', 'as the installation has it', 'como en la instalación'],
  aLine: ['Um por linha.', 'One a line.', 'Uno por línea.'],
  removeLogo: ['Tirar o logotipo', 'Remove the logo', 'Quitar el logotipo'],
  preview: ['Como as pessoas veem', 'As people see it', 'Cómo lo ven las personas'],
  page: ['Página', 'Page', 'Página'],
  mail: ['E-mail', 'Mail', 'E-mail'],
  pageTitle: ['Confirme que é você', 'Confirm that it is you', 'Confirme que es usted'],
  pageText: [(brand: string) => `${brand} pede uma selfie e um documento.`, (brand: string) => `${brand} asks for a selfie and a document.`, (brand: string) => `${brand} pide una selfie y un documento.`],
  pageButton: ['Começar', 'Begin', 'Empezar'],
  mailTitle: ['Confirme seu e-mail', 'Confirm your e-mail', 'Confirme su e-mail'],
  mailButton: ['Confirmar e-mail', 'Confirm e-mail', 'Confirmar e-mail'],
  privacy: ['Privacidade', 'Privacy', 'Privacidad'],
  name: {
    brand: ['Marca', 'Brand', 'Marca'],
    links: ['Links', 'Links', 'Enlaces'],
    messages: ['Mensagens', 'Messages', 'Mensajes'],
    limits: ['Limites', 'Limits', 'Límites'],
    verdicts: ['Veredictos', 'Verdicts', 'Veredictos'],
    team: ['Equipe', 'Team', 'Equipo'],
    retention: ['Retenção', 'Retention', 'Retención'],
    publishing: ['Publicação', 'Publishing', 'Publicación'],
  },
  about: {
    brand: ['O nome e a aparência nas mensagens e nas páginas que as pessoas veem.', 'The name and the look of messages and pages that people see.', 'El nombre y la apariencia de los mensajes y las páginas que ven las personas.'],
    links: ['Os links de verificação e para onde levam.', 'Verification links, and where they lead.', 'Los enlaces de verificación y adónde llevan.'],
    messages: ['Códigos e perguntas: por quanto tempo valem e como uma resposta conta.', 'Codes and questions: how long they are good, and how an answer counts.', 'Códigos y preguntas: cuánto valen y cómo cuenta una respuesta.'],
    limits: ['Quanto se pode pedir, enviar e gastar.', 'How much may be asked, sent and spent.', 'Cuánto se puede pedir, enviar y gastar.'],
    verdicts: ['Cada uma destas enfraquece a prova de uma aprovação: mudanças aparecem na auditoria.', 'Each of these weakens the evidence for an approval: changes are audited.', 'Cada una de estas debilita la prueba de una aprobación: los cambios quedan en la auditoría.'],
    team: ['Como a sua equipe revisa e encontra transações.', 'How your team reviews and finds transactions.', 'Cómo su equipo revisa y encuentra transacciones.'],
    retention: ['Por quantos dias os dados ficam, e o que a lei manda guardar. Sem número, ficam.', 'For how many days data stay, and what the law wants kept. Without a number they stay.', 'Cuántos días quedan los datos, y qué manda guardar la ley. Sin número, quedan.'],
    publishing: ['Como packs e scorecards chegam às execuções. Exigir menos pede duas pessoas.', 'How packs and scorecards come to their runs. To demand less takes two people.', 'Cómo packs y scorecards llegan a las ejecuciones. Exigir menos pide dos personas.'],
  },
})

export const useFieldWords = defineWords(fieldRows)
