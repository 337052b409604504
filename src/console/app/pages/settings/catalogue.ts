// The settings on the page, by section: the path of each in a tenant's registration, its kind of field, and its name
// and sentence in Portuguese, English and Spanish.
type Row = readonly [pt: string, en: string, es: string]

export type Setting = {
  readonly name: string
  readonly kind: 'text' | 'number' | 'decimal' | 'yes-no' | 'choice' | 'lines' | 'long' | 'logo'
  readonly options?: readonly string[]
  /** The same bounds as in the API, so that the browser reports a fault before sending. */
  readonly min?: number
  readonly max?: number
  readonly label: Row
  readonly hint: Row
}

// prettier-ignore
export const sections = {
  brand: [
    { name: 'brand', kind: 'text', max: 60, label: ['Nome', 'Name', 'Nombre'], hint: ['A empresa que pergunta, como as pessoas a conhecem.', 'The company that asks, as people know it.', 'La empresa que pregunta, como la conocen las personas.'] },
    { name: 'link/colour', kind: 'text', label: ['Cor dos botões', 'Colour of buttons', 'Color de los botones'], hint: ['Em hexadecimal: #1f56b8.', 'In hexadecimal: #1f56b8.', 'En hexadecimal: #1f56b8.'] },
    { name: 'link/logo', kind: 'logo', label: ['Logotipo', 'Logo', 'Logotipo'], hint: ['PNG, JPEG, WebP ou SVG de até 48 kB; e-mails mostram PNG e JPEG.', 'PNG, JPEG, WebP or SVG of at most 48 kB; mails show PNG and JPEG.', 'PNG, JPEG, WebP o SVG de hasta 48 kB; los e-mails muestran PNG y JPEG.'] },
    { name: 'link/privacyUrl', kind: 'text', max: 500, label: ['Política de privacidade', 'Privacy policy', 'Política de privacidad'], hint: ['Endereço https a que o consentimento leva.', 'An https address that the consent links to.', 'Dirección https a la que lleva el consentimiento.'] },
    { name: 'link/contact', kind: 'text', max: 200, label: ['Contato para dados pessoais', 'Contact for personal data', 'Contacto para datos personales'], hint: ['Quem responde a perguntas sobre dados.', 'Who answers questions about data.', 'Quién responde preguntas sobre datos.'] },
    { name: 'link/legalBasis', kind: 'long', max: 300, label: ['Base legal', 'Legal basis', 'Base legal'], hint: ['No lugar do texto padrão.', 'Replaces the usual text.', 'En lugar del texto habitual.'] },
    { name: 'link/otherWay', kind: 'long', max: 300, label: ['Outro caminho', 'Another way', 'Otro camino'], hint: ['Para quem não pode ou não quer usar a página.', 'For people who cannot or do not want to use the page.', 'Para quien no puede o no quiere usar la página.'] },
  ],
  links: [
    { name: 'link/pack', kind: 'text', max: 100, label: ['Pack do link', 'Pack of the link', 'Pack del enlace'], hint: ['Os passos que a pessoa percorre.', 'The steps that a person goes through.', 'Los pasos que recorre la persona.'] },
    { name: 'link/minutes', kind: 'number', min: 10, max: 43_200, label: ['Validade (minutos)', 'Valid for (minutes)', 'Validez (minutos)'], hint: ['De dez minutos a trinta dias.', 'Ten minutes to thirty days.', 'De diez minutos a treinta días.'] },
    { name: 'link/redirectOrigins', kind: 'lines', label: ['Para onde a pessoa pode voltar', 'Where a person may be sent back', 'Adónde puede volver la persona'], hint: ['Origens, como https://cliente.example.', 'Origins, such as https://client.example.', 'Orígenes, como https://cliente.example.'] },
    { name: 'link/frameOrigins', kind: 'lines', label: ['Quem pode embutir a página', 'Who may embed the page', 'Quién puede incrustar la página'], hint: ['Origens; ninguna por padrão.', 'Origins; none by default.', 'Orígenes; ninguno por defecto.'] },
    { name: 'biometrics/linkSeconds', kind: 'number', min: 10, max: 86_400, label: ['Link de uma imagem (segundos)', 'Link to a picture (seconds)', 'Enlace de una imagen (segundos)'], hint: ['Por quanto tempo abre.', 'How long it can be opened.', 'Cuánto tiempo abre.'] },
  ],
  messages: [
    { name: 'messages/codeDigits', kind: 'number', min: 6, max: 10, label: ['Dígitos do código', 'Digits of a code', 'Dígitos del código'], hint: ['De 6 a 10.', '6 to 10.', 'De 6 a 10.'] },
    { name: 'messages/emailTokenMinutes', kind: 'number', min: 5, max: 1_440, label: ['Código por e-mail (minutos)', 'Code by e-mail (minutes)', 'Código por e-mail (minutos)'], hint: ['De 5 a 1440.', '5 to 1440.', 'De 5 a 1440.'] },
    { name: 'messages/smsTokenMinutes', kind: 'number', min: 2, max: 10, label: ['Código por SMS (minutos)', 'Code by SMS (minutes)', 'Código por SMS (minutos)'], hint: ['De 2 a 10.', '2 to 10.', 'De 2 a 10.'] },
    { name: 'messages/sms2faMinutes', kind: 'number', min: 2, max: 10, label: ['Pergunta por SMS (minutos)', 'Question by SMS (minutes)', 'Pregunta por SMS (minutos)'], hint: ['De 2 a 10.', '2 to 10.', 'De 2 a 10.'] },
    { name: 'messages/whatsapp2faMinutes', kind: 'number', min: 2, max: 10, label: ['Pergunta por WhatsApp (minutos)', 'Question by WhatsApp (minutes)', 'Pregunta por WhatsApp (minutos)'], hint: ['De 2 a 10.', '2 to 10.', 'De 2 a 10.'] },
    { name: 'messages/replies', kind: 'choice', options: ['plain', 'strict'], label: ['Respostas digitadas', 'Typed answers', 'Respuestas escritas'], hint: ['O que conta como resposta de quem digita.', 'What counts when an answer is typed.', 'Qué cuenta como respuesta de quien escribe.'] },
    { name: 'messages/replyCode', kind: 'choice', options: ['shared', 'always'], label: ['Código de resposta', 'Reply code', 'Código de respuesta'], hint: ['Os dígitos que dizem a qual pergunta por SMS alguém responde.', 'The digits that say which question by SMS is answered.', 'Los dígitos que dicen a qué pregunta por SMS se responde.'] },
    { name: 'messages/sendWindow/from', kind: 'text', max: 5, label: ['Enviar a partir de', 'Send from', 'Enviar desde'], hint: ['Como 08:00; fora do horário o pedido é recusado.', 'Such as 08:00; outside of it a request is refused.', 'Como 08:00; fuera del horario se rechaza la petición.'] },
    { name: 'messages/sendWindow/to', kind: 'text', max: 5, label: ['Enviar até', 'Send until', 'Enviar hasta'], hint: ['Como 20:00. Os três campos valem juntos.', 'Such as 20:00. The three fields hold together.', 'Como 20:00. Los tres campos valen juntos.'] },
    { name: 'messages/sendWindow/timeZone', kind: 'text', max: 60, label: ['Fuso do horário de envio', 'Time zone of sending', 'Zona horaria de envío'], hint: ['Como America/Sao_Paulo.', 'Such as America/Sao_Paulo.', 'Como America/Sao_Paulo.'] },
    { name: 'messages/simSwap/action', kind: 'choice', options: ['lower', 'stop'], label: ['Chip trocado há pouco', 'SIM changed recently', 'SIM cambiada hace poco'], hint: ['O que se faz com um número cujo chip mudou.', 'What is done with a number whose SIM has changed.', 'Qué se hace con un número cuya SIM cambió.'] },
    { name: 'messages/simSwap/hours', kind: 'number', min: 1, max: 2_400, label: ['Chip: troca nas últimas (horas)', 'SIM: changed within (hours)', 'SIM: cambiada en (horas)'], hint: ['De 1 a 2400; sem número, 72.', '1 to 2400; without a number, 72.', 'De 1 a 2400; sin número, 72.'] },
    { name: 'messages/simSwap/ifUnknown', kind: 'choice', options: ['send', 'stop'], label: ['Chip: se o fornecedor não sabe', 'SIM: if the vendor does not know', 'SIM: si el proveedor no sabe'], hint: ['Quando não há resposta sobre o chip.', 'When nothing is known about the SIM.', 'Cuando no hay respuesta sobre la SIM.'] },
  ],
  limits: [
    { name: 'rate/perSecond', kind: 'decimal', label: ['Pedidos por segundo', 'Requests per second', 'Peticiones por segundo'], hint: ['Em todos os processos juntos; vale com o pico.', 'Across all processes; set together with the burst.', 'En todos los procesos juntos; vale con el pico.'] },
    { name: 'rate/burst', kind: 'decimal', min: 1, label: ['Pico de pedidos', 'Burst of requests', 'Pico de peticiones'], hint: ['Quantos de uma vez.', 'How many at once.', 'Cuántas a la vez.'] },
    { name: 'messages/sendsMax', kind: 'number', min: 1, max: 5, label: ['Envios por hora', 'Messages per hour', 'Envíos por hora'], hint: ['De cada tipo, em uma transação.', 'Of each kind, in one transaction.', 'De cada tipo, en una transacción.'] },
    { name: 'messages/checksMax', kind: 'number', min: 3, max: 10, label: ['Códigos errados', 'Wrong codes', 'Códigos errados'], hint: ['Antes que um registro feche.', 'Before a record is closed.', 'Antes de que un registro se cierre.'] },
    { name: 'messages/spendMicrosPerDay', kind: 'number', min: 0, label: ['Gasto em 24 horas', 'Spending in 24 hours', 'Gasto en 24 horas'], hint: ['SMS e WhatsApp, em milionésimos da moeda das contas.', 'SMS and WhatsApp, in millionths of the accounts’ currency.', 'SMS y WhatsApp, en millonésimos de la moneda de las cuentas.'] },
    { name: 'messages/pumping/action', kind: 'choice', options: ['off', 'watch', 'block'], label: ['Fraude de tráfego de SMS', 'SMS pumping', 'Fraude de tráfico de SMS'], hint: ['“Bloquear” recusa o prefixo que recebe muitas mensagens e responde a poucas.', '“Block” refuses a prefix that gets many messages and answers few.', '“Bloquear” rechaza el prefijo que recibe muchos mensajes y responde a pocos.'] },
    { name: 'messages/countries', kind: 'lines', label: ['Países', 'Countries', 'Países'], hint: ['Códigos como BR; o primeiro vale para número sem código.', 'Codes such as BR; the first is assumed where a number has none.', 'Códigos como BR; el primero vale para un número sin código.'] },
    { name: 'messages/prefixes', kind: 'lines', label: ['Prefixos permitidos', 'Prefixes allowed', 'Prefijos permitidos'], hint: ['Como +5511.', 'Such as +5511.', 'Como +5511.'] },
    { name: 'biometrics/personsPerDevice', kind: 'number', min: 1, max: 100_000, label: ['Pessoas por aparelho', 'People per device', 'Personas por dispositivo'], hint: ['Em 30 dias; o tablet de uma agência atende muitas.', 'In 30 days; a tablet in a branch serves many.', 'En 30 días; la tableta de una sucursal atiende a muchas.'] },
  ],
  verdicts: [
    { name: 'verdicts/approveUnproven', kind: 'yes-no', label: ['Aprovar documento só por imagem', 'Approve a document by pictures alone', 'Aprobar documento solo por imagen'], hint: ['Sem assinatura nem base oficial que o confirme.', 'Without a signature or an official register that confirms it.', 'Sin firma ni base oficial que lo confirme.'] },
    { name: 'verdicts/phoneOptional', kind: 'yes-no', label: ['Telefone opcional', 'Phone optional', 'Teléfono opcional'], hint: ['Aprova quem não tem telefone ou cujo telefone nada recebeu.', 'Approves people without a phone, or whose phone got nothing.', 'Aprueba a quien no tiene teléfono o cuyo teléfono nada recibió.'] },
    { name: 'verdicts/approveByScore', kind: 'yes-no', label: ['Aprovar pelo score', 'Approve by score', 'Aprobar por el score'], hint: ['No step-up, o score sozinho pode aprovar.', 'In a step-up, the score alone may approve.', 'En un step-up, el score solo puede aprobar.'] },
    { name: 'verdicts/ageMin', kind: 'number', min: 0, max: 120, label: ['Idade mínima sem revisão', 'Lowest age without review', 'Edad mínima sin revisión'], hint: ['Em anos; abaixo dela um revisor decide.', 'In years; below it a reviewer decides.', 'En años; por debajo decide un revisor.'] },
    { name: 'biometrics/documents/rankMin', kind: 'number', min: 60, max: 100, label: ['Nota mínima do documento', 'Lowest score of a document', 'Nota mínima del documento'], hint: ['De 60 a 100.', '60 to 100.', 'De 60 a 100.'] },
    { name: 'biometrics/signedKinds', kind: 'lines', label: ['Arquivos assinados aceitos', 'Signed files accepted', 'Archivos firmados aceptados'], hint: ['CNH, CIN.', 'CNH, CIN.', 'CNH, CIN.'] },
  ],
  team: [
    { name: 'reviews/picking', kind: 'yes-no', label: ['Escolher na fila de revisões', 'Pick from the queue of reviews', 'Elegir en la cola de revisiones'], hint: ['Senão cada pessoa recebe a mais urgente.', 'Otherwise each person is handed the most urgent.', 'Si no, cada persona recibe la más urgente.'] },
    { name: 'search/genericFields', kind: 'lines', label: ['Campos que a busca encontra', 'Fields that a search finds', 'Campos que encuentra la búsqueda'], hint: ['Nomes de genericFields com referências suas, até cinco; vale para o que for criado depois.', 'Names of genericFields that hold your own references, at most five; applies to what is created from then on.', 'Nombres de genericFields con referencias suyas, hasta cinco; para lo que se cree después.'] },
  ],
  retention: [
    { name: 'data/keep/live/applicant', kind: 'number', min: 1, max: 36_500, label: ['Solicitantes (dias)', 'Applicants (days)', 'Solicitantes (días)'], hint: ['Produção, desde a criação.', 'Live mode, from creation.', 'Producción, desde la creación.'] },
    { name: 'data/keep/live/customer', kind: 'number', min: 1, max: 36_500, label: ['Clientes (dias)', 'Customers (days)', 'Clientes (días)'], hint: ['Produção, desde o fim da relação.', 'Live mode, from the end of the relationship.', 'Producción, desde el fin de la relación.'] },
    { name: 'data/keep/live/fraud', kind: 'number', min: 1, max: 36_500, label: ['Fraudes (dias)', 'Frauds (days)', 'Fraudes (días)'], hint: ['Produção, desde a criação.', 'Live mode, from creation.', 'Producción, desde la creación.'] },
    { name: 'data/keep/live/answers', kind: 'number', min: 1, max: 36_500, label: ['Respostas de fornecedores (dias)', 'Vendor answers (days)', 'Respuestas de proveedores (días)'], hint: ['Produção, desde a consulta.', 'Live mode, from the check.', 'Producción, desde la consulta.'] },
    { name: 'data/keep/live/pictures', kind: 'number', min: 1, max: 36_500, label: ['Imagens (dias)', 'Pictures (days)', 'Imágenes (días)'], hint: ['Produção, desde que são guardadas.', 'Live mode, from when they were stored.', 'Producción, desde que se guardan.'] },
    { name: 'data/keep/sandbox/applicant', kind: 'number', min: 1, max: 36_500, label: ['Solicitantes no sandbox (dias)', 'Applicants in the sandbox (days)', 'Solicitantes en el sandbox (días)'], hint: ['Desde a criação.', 'From creation.', 'Desde la creación.'] },
    { name: 'data/duties/applicant/days', kind: 'number', min: 1, max: 36_500, label: ['Dever legal: solicitantes (dias)', 'Legal duty: applicants (days)', 'Deber legal: solicitantes (días)'], hint: ['A lei manda guardar, ainda que peçam para apagar.', 'The law requires keeping them, even if erasure is requested.', 'La ley manda guardar, aunque pidan borrar.'] },
    { name: 'data/duties/customer/days', kind: 'number', min: 1, max: 36_500, label: ['Dever legal: clientes (dias)', 'Legal duty: customers (days)', 'Deber legal: clientes (días)'], hint: ['Desde o fim da relação.', 'From the end of the relationship.', 'Desde el fin de la relación.'] },
    { name: 'data/duties/fraud/days', kind: 'number', min: 1, max: 36_500, label: ['Dever legal: fraudes (dias)', 'Legal duty: frauds (days)', 'Deber legal: fraudes (días)'], hint: ['Desde o relato do desfecho.', 'From the report of the outcome.', 'Desde el informe del desenlace.'] },
    { name: 'audit/records', kind: 'yes-no', label: ['Auditar cada leitura', 'Audit every read', 'Auditar cada lectura'], hint: ['Uma linha na auditoria por registro pessoal lido.', 'A row in the audit for each personal record read.', 'Una fila en la auditoría por registro personal leído.'] },
  ],
  publishing: [
    { name: 'packs/publishing', kind: 'choice', options: ['one-person', 'two-people'], label: ['Quem coloca em vigor', 'Who rolls out', 'Quién pone en vigor'], hint: ['Com duas, só vale quando a segunda pede o mesmo.', 'With two, it takes effect when the second asks for the same.', 'Con dos, vale cuando la segunda pide lo mismo.'] },
    { name: 'packs/demandCases', kind: 'yes-no', label: ['Exigir casos de teste', 'Require test cases', 'Exigir casos de prueba'], hint: ['Nenhuma versão sem casos.', 'No version without cases.', 'Ninguna versión sin casos.'] },
    { name: 'packs/demandCoverage', kind: 'yes-no', label: ['Exigir cobertura', 'Require coverage', 'Exigir cobertura'], hint: ['Um caso para cada parte.', 'A case for each part.', 'Un caso para cada parte.'] },
  ],
} as const satisfies Record<string, readonly Setting[]>

export type Section = keyof typeof sections
export const sectionNames = Object.keys(sections) as readonly Section[]
