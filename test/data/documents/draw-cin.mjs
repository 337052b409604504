// Draws both sides of a specimen of the CIN after its public layout (Decreto 10.977/2022): bilingual labels, the CPF as
// number of the register. Invented person, portrait of person A: `node test/data/documents/draw-cin.mjs`.
import { join } from 'node:path'
import sharp from 'sharp'

const folder = import.meta.dirname
const [width, height] = [1600, 1009]

const waves = Array.from({ length: 26 }, (_, at) => {
  const y = at * 42
  return `<path d="M0 ${y} Q 200 ${y - 60} 400 ${y} T 800 ${y} T 1200 ${y} T 1600 ${y}"/>`
}).join('')

const card = (
  content,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    font-family="Liberation Sans, Arial, sans-serif">
  <defs><linearGradient id="g" x2="1" y2="1">
    <stop stop-color="#eef4ee"/><stop offset="1" stop-color="#cfe0d4"/></linearGradient></defs>
  <rect width="100%" height="100%" rx="40" fill="url(#g)"/>
  <g fill="none" stroke="#9cc4a4" stroke-width="1.4">${waves}</g>
  ${content}
</svg>`

const label = (x, y, text) => `<text x="${x}" y="${y}" font-size="25" fill="#2b4a3a">${text}</text>`
const value = (x, y, text) =>
  `<text x="${x}" y="${y}" font-size="37" font-weight="bold" fill="#111">${text}</text>`
const field = (x, y, name, ...texts) =>
  label(x, y, name) + texts.map((text, at) => value(x, y + 42 + at * 50, text)).join('')
const heading = (y, size, text) =>
  `<text x="800" y="${y}" font-size="${size}" text-anchor="middle" fill="#14402a">${text}</text>`

const front = card(
  heading(62, 38, 'REPÚBLICA FEDERATIVA DO BRASIL') +
    heading(104, 28, 'ESTADO DE SÃO PAULO - CARTEIRA DE IDENTIDADE / IDENTITY CARD') +
    field(520, 180, 'Nome / Name', 'MARIA EXEMPLO DA SILVA') +
    field(520, 290, 'Nome Social / Social Name') +
    field(520, 370, 'Registro Geral - CPF / Personal Number', '529.982.247-25') +
    field(1160, 370, 'Sexo / Sex', 'F') +
    field(520, 490, 'Data de Nascimento / Date of Birth', '14/03/1987') +
    field(1160, 490, 'Nacionalidade / Nationality', 'BRA') +
    field(520, 610, 'Naturalidade / Place of Birth', 'CAMPINAS/SP') +
    field(1160, 610, 'Data de Validade / Date of Expiry', '22/08/2033') +
    label(520, 800, 'Assinatura do Titular / Cardholder Signature') +
    `<path d="M540 750 q 40 -70 80 -10 t 90 0 t 110 -20 t 90 20" fill="none" stroke="#222" stroke-width="4"/>` +
    heading(960, 25, 'ESPÉCIME SEM VALIDADE'),
)

const back = card(
  field(80, 90, 'Filiação / Filiation', 'JOSÉ EXEMPLO DA SILVA', 'ANA LÚCIA CONCEIÇÃO EXEMPLO') +
    field(80, 290, 'Órgão Expedidor / Card Issuer', 'SSP/SP') +
    field(80, 410, 'Local de Emissão / Place of Issue', 'SÃO PAULO/SP') +
    field(80, 530, 'Data de Emissão / Date of Issue', '22/08/2023') +
    `<rect x="1120" y="90" width="400" height="400" fill="#fff" stroke="#333"/>` +
    Array.from({ length: 400 }, (_, at) => {
      const [x, y] = [at % 20, Math.floor(at / 20)]
      return (at * 7919 + x * y * 31) % 5 < 2
        ? `<rect x="${1130 + x * 19}" y="${100 + y * 19}" width="19" height="19"/>`
        : ''
    }).join('') +
    [
      'IDBRA529982247&lt;25&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;',
      '8703140F3308228BRA&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;4',
      'SILVA&lt;&lt;MARIA&lt;EXEMPLO&lt;DA&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;',
    ]
      .map(
        (line, at) =>
          `<text x="80" y="${800 + at * 62}" font-family="Liberation Mono, monospace" font-size="52" fill="#111">${line}</text>`,
      )
      .join(''),
)

const face = await sharp(join(folder, '../faces/person-a-front.jpg'))
  .extract({ left: 90, top: 0, width: 300, height: 400 })
  .resize(360, 480)
  .toBuffer()

await sharp(Buffer.from(front))
  .composite([{ input: face, left: 90, top: 200 }])
  .flatten({ background: '#ffffff' })
  .jpeg({ quality: 88 })
  .toFile(join(folder, 'cin-1.jpg'))
await sharp(Buffer.from(back))
  .flatten({ background: '#ffffff' })
  .jpeg({ quality: 88 })
  .toFile(join(folder, 'cin-1-back.jpg'))
