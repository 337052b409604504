import { common } from '../../words/common.ts'
import { defineWords } from '../../words/words.ts'

// prettier-ignore
export const useAuditWords = defineWords({
  ...common,
  lead: ['Quem fez, mudou ou viu o quê. Pessoas aparecem por um código fixo, nunca pelo nome.', 'Who did, changed or saw what. People stand here by a fixed code, never by name.', 'Quién hizo, cambió o vio qué. Las personas aparecen por un código fijo, nunca por el nombre.'],
  none: ['Nada com estes filtros', 'Nothing with these filters', 'Nada con estos filtros'],
  noneLead: ['Mude o período ou tire um filtro.', 'Change the dates, or take a filter away.', 'Cambie el período o quite un filtro.'],
  object: ['Sobre', 'About', 'Sobre'],
  request: ['Requisição', 'Request', 'Solicitud'],
  mode: ['Ambiente', 'Mode', 'Ambiente'],
  since: ['De', 'From', 'Desde'],
  code: ['Código', 'Code', 'Código'],
  kinds: {
    subject: ['pessoa ou programa', 'person or program', 'persona o programa'],
    key: ['chave', 'key', 'clave'],
    link: ['quem tinha o link', 'whoever had the link', 'quien tenía el enlace'],
    command: ['comando', 'command', 'comando'],
    service: ['o serviço', 'the service', 'el servicio'],
  },
  onlyThis: ['Só este', 'This alone', 'Solo este'],
})
