/** What may not be in a picture that ships. */

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs clipPath mask linearGradient radialGradient stop filter title use'
    .concat(
      ' feFlood feBlend feColorMatrix feOffset feGaussianBlur feComposite feMerge feMergeNode',
    )
    .split(' '),
)

/**
 * Says what is wrong with the text of an SVG: a script, a link, a style, or an element that draws
 * nothing. Undefined: it may ship.
 * @param {string} svg
 */
export function pictureFault(svg) {
  const element = [...svg.matchAll(/<\/?([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .find(name => !elements.has(name))
  if (element) return `the element ${element}`
  const attribute = /[\s"'](on\w+|style|(?:xlink:)?href|src)\s*=/.exec(svg)?.[1]
  // `use` and gradients may name a part of the same picture.
  if (attribute && !(attribute === 'href' && !/href\s*=\s*["'](?!#)/.test(svg)))
    return `the attribute ${attribute}`
  if (/url\(\s*["']?(?!#)/.test(svg)) return 'a style URL'
  if (/<!|<\?|javascript:|data:/i.test(svg)) return 'a declaration or an embedded file'
  return undefined
}
