// The texts of the hosted page in Spanish.
import { camera } from './camera.ts'
import { digitalDocument } from './digital-document.ts'
import { forms } from './forms.ts'
import type { TextKey } from './pt.ts'

export const es = {
  errorPrefix: 'Error',
  stepOf: 'Paso {step} de {steps}',
  language: 'Idioma',
  notMe: 'Yo no pedí esto',
  withdraw: 'Retirar mi consentimiento y borrar lo que envié',
  later: 'Continuar más tarde',
  whom: 'Verificación de {whom}',

  pauseTitle: 'Puede continuar después',
  pauseLead:
    'Lo que ya hizo queda guardado. Abra el mismo enlace en este dispositivo hasta el {date} (hora de Brasilia).',
  pauseBack: 'Continuar ahora',
  sureNo: 'Volver',
  sureSkipTitle: '¿Saltar este paso?',
  sureSkipLead:
    '{name} verá que este paso no se hizo y puede no aceptar la verificación. Hasta el final todavía puede hacerlo.',
  sureSkipYes: 'Saltar este paso',
  sureDisownTitle: '¿Esta solicitud no es suya?',
  sureDisownLead:
    'Avisaremos a {name}, y la verificación termina aquí. No se puede retomar con este enlace.',
  sureDisownYes: 'No es mía: terminar',
  sureWithdrawTitle: '¿Retirar su consentimiento?',
  sureWithdrawLead:
    'Borramos las fotos y los resultados que vinieron de este enlace, menos lo que la ley permite guardar contra el fraude. Puede empezar de nuevo mientras el enlace valga.',
  sureWithdrawYes: 'Retirar y borrar',

  boundTitle: 'Este enlace ya está abierto en otro navegador',
  boundLead:
    'Para continuar aquí, escriba un código que le enviamos. O abra “Más opciones” en el primer dispositivo y continúe desde allí en otro.',
  boundSend: 'Enviar un código a {to}',
  boundCode: 'Código que enviamos a {to}',
  boundNobody:
    'Continúe en el dispositivo que abrió primero el enlace, o pida otro a quien se lo envió.',

  stepEmail: 'Correo',
  stepPhone: 'Celular',
  stepDocument: 'Documento',
  stepFace: 'Rostro',
  stepReceived: 'recibido',
  stepLeftOut: 'no se hizo',
  leftOutTitle: 'Todavía falta',
  leftOutTakeUp: '{step}: hacerlo ahora',

  hintDark: 'La foto salió muy oscura. Busque un lugar con más luz.',
  hintBlurred: 'La foto salió desenfocada. Limpie la lente y sostenga firme.',
  hintNotDocument:
    'No encontramos un documento en la foto. Use RG, CNH, CIN, CRNM o pasaporte, fuera de la funda.',
  hintSide: 'Falta un lado, o los dos no son del mismo documento. Empiece por el lado de la foto.',
  hintUnreadable: 'No se pudo leer todo. Acerque el documento, con más luz y sin reflejos.',
  hintExpired: 'Este documento está vencido. Use otro, si tiene.',
  hintFar: 'Su rostro quedó lejos de la cámara. Acérquese más.',
  hintTilted:
    'La cabeza estaba inclinada. Sostenga el dispositivo derecho, a la altura de los ojos.',
  hintSeveral: 'Había más de una persona en la imagen. Solo debe aparecer usted.',
  hintGlasses: 'Quítese los lentes e intente de nuevo.',
  hintTurn:
    'No vimos el movimiento que pedimos. Espere a que se le pida y solo entonces mueva la cabeza, despacio, hasta oír la señal.',
  againIn: 'Puede pedir otro mensaje en {time}.',
  inAppTitle: 'Continúe en el navegador',
  inAppLead: 'Abrió esta página dentro de otra aplicación, y allí la cámara puede no funcionar.',
  inAppHow:
    'En el menú de la aplicación (⋯\u00a0o\u00a0⋮), elija “Abrir en el navegador”, o copie la dirección y ábrala en Chrome o Safari.',
  inAppCamera:
    'Si la cámara no se abre, elija una foto o use “Continuar en otro dispositivo o navegador”.',
  copy: 'Copiar la dirección',
  copied: 'Copiada',
  wentBack:
    'La foto del frente ya llegó. Fotografíe el dorso, o repita la del frente en “Más opciones”.',
  back: 'Volver',
  continue: 'Continuar',
  tries: 'Intentos restantes: {tries}.',
  oneTry: 'Queda un intento.',

  sandboxBanner: 'Entorno de prueba: nada sale de aquí y nada vale.',
  sandboxChoose: 'Elegir un resultado listo',
  sandboxEmail: 'El código correcto',
  sandboxYes: 'Responder sí',
  sandboxNo: 'Responder no',
  sandboxApproved: 'Documento aprobado',
  sandboxOtherCpf: 'Documento con otro CPF',
  sandboxOtherFace: 'Documento de otra persona',
  sandboxInconclusive: 'No se puede decidir',
  sandboxLive: 'Rostro vivo',
  sandboxSpoof: 'Foto o máscara',
  sandboxVirtual: 'Cámara virtual',

  entryTitle: 'Confirme su identidad',
  entryLead:
    '{name} le pide confirmar su identidad. Lleva unos dos minutos y es más fácil en el celular.',
  entryButton: 'Empezar',
  entrySmall: 'Abrir esta página no confirma nada. Empiece solo si está en contacto con {name}.',

  consentTitle: 'Qué vamos a pedir',
  consentLead: '{name} necesita confirmar que es usted. Para eso pedimos:',
  consentEmail: 'un código enviado a su correo',
  consentPhone: 'una respuesta por WhatsApp o SMS',
  consentDocument: 'fotos de su documento, o su archivo',
  consentFace: 'fotos de su rostro mientras gira la cabeza',
  consentPurpose: 'Sirven para confirmar su identidad y evitar el fraude.',
  consentBasis:
    'Base legal: prevención del fraude y seguridad del titular (LGPD de Brasil, art. 11, II, “g”).',
  consentKeeping:
    'Todo se guarda cifrado, por el tiempo que dice la política de privacidad de {name}; no se guardan medidas del rostro. Puede pedir a {name} acceso, corrección o eliminación y, hasta el final, retirar lo que envió.',
  consentPolicy: 'Política de privacidad de {name}',
  consentContact: 'Contacto: {contact}',
  consentOtherWay: 'Si prefiere no continuar aquí, pregunte a {name} qué otra opción hay.',
  consentExpiry:
    'Este enlace vale hasta el {date} (hora de Brasilia). Puede parar y continuar después.',
  consentDevice:
    'Junto con las fotos enviamos datos del dispositivo (modelo, navegador, idioma, zona horaria), para reconocer dispositivos usados en fraudes.',
  consentAgree: 'Acepto y quiero continuar',
  consentRefuse: 'No acepto',
  consentVersion: 'Texto {version}',

  refusedTitle: 'No se envió nada',
  refusedLead:
    'Usted no aceptó, y por eso no se recogió nada. Pregunte a {name} si hay otra opción.',
  refusedButton: 'Cambié de idea',
  withdrawnTitle: 'Usted retiró su consentimiento',
  withdrawnLead:
    'La verificación terminó aquí. Lo que usted envió se borra, salvo lo que {name} debe guardar por ley. Pregunte a {name} si hay otra opción.',
  withdrawnReceipt: 'Número del recibo: {receipt}',
  disownedTitle: 'Gracias por avisar',
  disownedLead:
    'Registramos que la solicitud no es suya, y la verificación terminó aquí. Si no esperaba el mensaje, avise a {name} por sus canales oficiales. Puede cerrar esta página.',

  emailTitle: 'Confirme su correo',
  emailLead: 'Vamos a enviar un código de {digits} dígitos a {address}.',
  emailSend: 'Enviar código',
  emailSent: 'Enviamos un código de {digits} dígitos a {address}. Vale por {minutes} minutos.',
  emailCode: 'Código',
  emailCheck: 'Confirmar código',
  emailAgain: 'Enviar otra vez',
  emailNotThere: '¿No llegó? Mire la carpeta de spam o pida otro mensaje.',
  emailSkip: 'No tengo acceso a este correo',
  confirms: 'Usted confirma: {purpose}',
  codeMissing: 'Escriba todos los números del código.',
  codeWrong: 'El código no coincide. Mire el último mensaje que recibió y escríbalo de nuevo.',
  codeExpired: 'Este código venció. Pida otro abajo.',
  codeSpent: 'Hubo demasiados intentos con este código. Pida otro abajo.',
  sendLimit: 'Ya enviamos demasiados mensajes. Espere un poco e intente otra vez.',
  sendNobody:
    'No podemos enviar mensajes a este contacto. Puede saltar este paso en “Más opciones”.',
  sendFailed: 'El mensaje no se pudo entregar. Pídalo otra vez o elija otro camino.',

  phoneTitle: 'Confirme su celular',
  phoneLead: 'Vamos a enviar una pregunta a su celular. ¿Por dónde prefiere responder?',
  phoneWhatsapp: 'Por WhatsApp',
  phoneSms: 'Por SMS',
  phoneSentWhatsapp:
    'Enviamos una pregunta por WhatsApp al número {number}. Toque “Sim” en el mensaje, y esta página sigue sola.',
  phoneSentSms:
    'Enviamos una pregunta por SMS al número {number}. Responda al mensaje, y esta página sigue sola.',
  phoneWaiting: 'Esperando su respuesta…',
  phoneNotThere: '¿No llegó? Envíela otra vez:',
  phoneExpired: 'No respondió a tiempo. Pida otro mensaje.',
  phoneSkip: 'No puedo usar este número',
  checkNow: 'Ya respondí',

  documentFront: 'Frente del documento',
  documentBack: 'Dorso del documento',
  documentLeadFront:
    'RG, CNH, CIN, CRNM o pasaporte, fuera de la funda. Empiece por el lado de la foto.',
  documentLeadBack: 'Ahora el otro lado del mismo documento.',
  documentTips:
    'Póngalo sobre una mesa, con buena luz y sin reflejos. Todas las letras deben verse nítidas.',
  documentFile: 'Elegir o tomar una foto',
  documentFileHint: 'JPEG o PNG, hasta 20 MB.',
  documentSend: 'Enviar foto',
  documentOneSide: 'Mi documento tiene un solo lado',
  documentFrontAgain: 'Tomar el frente otra vez',
  documentMissing: 'Elija una foto primero.',
  documentUnreadable: 'El archivo no es una foto que podamos abrir. Use JPEG o PNG.',
  documentTooLarge: 'El archivo es demasiado grande. Tome otra foto.',
  documentRetry:
    'No pudimos leer el documento con seguridad. Tome otra foto, con más luz y sin reflejos.',
  documentReview: 'Enviar así para que una persona lo revise',
  documentDigest: 'La foto llegó incompleta. Envíela otra vez.',
  documentSkip: 'No tengo el documento conmigo',

  faceTitle: 'Muestre su rostro',
  faceLead:
    'La cámara se abre y le pide que mire al frente. Cuando aparezca una flecha, gire la cabeza hacia su lado. Quédese en un lugar claro, sin gorra ni lentes oscuros.',
  faceStart: 'Abrir cámara',
  faceNoScript:
    'Este paso necesita JavaScript y cámara. Active JavaScript en el navegador, o abra “Más opciones”.',
  faceReview: 'No puedo girar la cabeza',
  faceReviewLead:
    'O envíe una foto de su rostro, de frente. Una persona la revisará, y el resultado llega después.',
  faceRetry:
    'Esta vez no funcionó. Intente de nuevo, con el rostro entero en la imagen y buena luz.',
  faceExpired: 'El tiempo terminó antes del envío. Empiece de nuevo.',
  faceSkip: 'No puedo tomar fotos de mi rostro',

  checkingTitle: 'Revisando',
  checkingLead: 'Esto lleva unos segundos. No necesita hacer nada.',
  waitingTitle: 'Solo un momento',
  waitingLead:
    'Estamos terminando una revisión. Puede dejar esta página abierta o volver más tarde por el mismo enlace.',
  reload: 'Actualizar',

  doneTitle: '¡Listo!',
  doneLead: 'Recibimos lo que envió. El resultado va directo a {name}.',
  doneBack: 'Volver a {name}',
  doneClose: 'Puede cerrar esta página.',

  movedTitle: 'Continúa en otro dispositivo',
  movedLead:
    'La verificación continúa en otro dispositivo, y esta página la acompaña. Para seguir en este, toque el botón.',
  movedButton: 'Continuar aquí',

  goneTitle: 'Este enlace ya no vale',
  goneLead: 'Venció, fue reemplazado por uno más nuevo o está incompleto. Pida otro a {name}.',
  noSessionTitle: 'Abra el enlace otra vez',
  noSessionLead:
    'No sabemos cuál es su verificación. Vuelva al mensaje que recibió y abra su enlace en este dispositivo. Si ya lo hizo, permita las cookies en este navegador.',
  laterTitle: 'Intente en un momento',
  laterLead:
    'El servicio está fuera de línea por un momento. No se perdió nada: intente en un minuto.',
  manyTitle: 'Demasiados intentos',
  manyLead:
    'Recibimos demasiadas solicitudes de esta conexión. Espere un minuto e intente de nuevo.',

  handoverOffer: 'Continuar en otro dispositivo o navegador',
  handoverTitle: 'Continúe en el celular',
  handoverLead: 'Apunte la cámara del celular al código. Vale por 10 minutos y una sola vez.',
  handoverAlt: 'Código QR que abre esta verificación en el celular',
  handoverLink: 'O abra esta dirección en el celular:',
  handoverUse: 'Abriendo su verificación en este dispositivo…',
  handoverGone: 'Este código ya se usó o venció. Genere otro en la computadora.',

  serviceBusy: 'El servicio está ocupado. No se perdió nada: espere un poco y envíe otra vez.',
  more: 'Más opciones',
  entryPhone: 'Apunte la cámara del celular a este código:',
  entryHere: 'Continuar en esta computadora',
  consentFaces: 'Las fotos del rostro son datos biométricos, comparados con el documento.',
  consentMore: 'Saber más',
  emailAnother: 'Enviar otro código',
  handoverPhone: 'Continuar en el celular',
  handoverOverTitle: 'El código venció',
  handoverOver: 'Un código vale por 10 minutos. Genere otro cuando tenga el celular en la mano.',
  handoverNew: 'Generar otro código',
  ...camera.es,
  ...digitalDocument.es,
  ...forms.es,
} as const satisfies Record<TextKey, string>
