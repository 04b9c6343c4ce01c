/** Licences that what ships may have, by their SPDX ids. */
const allowed = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]

/** True if an SPDX expression offers a licence that what ships may have. @param {string} licence */
export const mayShip = licence =>
  licence
    .split(' OR ')
    .some(choice =>
      choice.split(' AND ').every(part => allowed.includes(part.replace(/[()]/g, ''))),
    )
