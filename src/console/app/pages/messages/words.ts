import { definePageWords } from '../../words/common.ts'

// prettier-ignore
export const words = definePageWords({
  lead: ['O que as pessoas leem, com códigos e links de exemplo, como cada conta o enviaria.', 'What people read, with sample codes and links, as each account would send it.', 'Lo que leen las personas, con códigos y enlaces de ejemplo, como cada cuenta lo enviaría.'],
  own: ['Textos próprios ficam na configuração da instalação (MESSAGING_FILE); nome, cor e logotipo, em Configurações.', 'Wordings of your own are set in the installation’s configuration (MESSAGING_FILE); name, colour and logo, in Settings.', 'Los textos propios están en la configuración de la instalación (MESSAGING_FILE); nombre, color y logotipo, en Configuración.'],
  message: ['Mensagem', 'Message', 'Mensaje'],
  group: {
    token: ['Código', 'Code', 'Código'],
    '2fa': ['Pergunta', 'Question', 'Pregunta'],
    help: ['Ajuda a quem não foi entendido', 'Help after an unclear reply', 'Ayuda a quien no se entendió'],
    acknowledgement: ['Resposta a um “não”', 'Acknowledgement of a “no”', 'Respuesta a un “no”'],
  },
  channels: ['Canal', 'Channel', 'Canal'],
  languages: ['Idioma', 'Language', 'Idioma'],
  language: { 'pt-BR': ['Português', 'Portuguese', 'Portugués'], en: ['Inglês', 'English', 'Inglés'] },
  account: ['Conta', 'Account', 'Cuenta'],
  nobody: ['nenhuma configurada: o texto é o do serviço', 'none configured: the wording is the service’s', 'ninguna configurada: el texto es el del servicio'],
  parts: ['Partes do SMS', 'Parts of the SMS', 'Partes del SMS'],
  units: [(count: number, encoding: string) => `${count} caracteres em ${encoding}`, (count: number, encoding: string) => `${count} characters in ${encoding}`, (count: number, encoding: string) => `${count} caracteres en ${encoding}`],
  price: ['Preço esperado', 'Expected price', 'Precio esperado'],
  subject: ['Assunto', 'Subject', 'Asunto'],
  text: ['Como texto', 'As text', 'Como texto'],
})
