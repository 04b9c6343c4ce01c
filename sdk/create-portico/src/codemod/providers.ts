import type TypeScript from 'typescript'
import type { Migration } from './migration.js'
import { advice } from './names.js'

/** One PorticoProvider in the place of WagmiProvider, without the provider of the kit. */
export function migrateProviders({ ts, file, imported, edit, need, note }: Migration): void {
  const tagOf = (node: TypeScript.JsxOpeningLikeElement) =>
    ts.isIdentifier(node.tagName) ? imported.get(node.tagName.text)?.name : undefined
  const visit = (node: TypeScript.Node): void => {
    if (ts.isJsxElement(node)) migrateElement(node)
    if (ts.isJsxSelfClosingElement(node)) migrateButton(node)
    if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'Custom' &&
      imported.get(node.expression.getText(file))?.name === 'ConnectButton'
    )
      note(node, advice['Custom'] ?? '')
    ts.forEachChild(node, visit)
  }
  const migrateElement = ({ openingElement, closingElement }: TypeScript.JsxElement) => {
    const tag = tagOf(openingElement)
    if (tag === 'WagmiProvider') {
      need('@portico/sdk/react', 'PorticoProvider')
      const config = attribute(openingElement, 'config') ?? 'portico'
      replace(openingElement, `<PorticoProvider portico={${config}}>`)
      replace(closingElement, '</PorticoProvider>')
    }
    if (tag !== 'RainbowKitProvider') return
    if (attribute(openingElement, 'theme')) note(openingElement, advice['theme'] ?? '')
    removeLine(openingElement)
    removeLine(closingElement)
  }
  const migrateButton = (node: TypeScript.JsxSelfClosingElement) => {
    if (tagOf(node) !== 'ConnectButton' || !node.attributes.properties.length) return
    if (attribute(node, 'label')) note(node, advice['label'] ?? '')
    replace(node, '<ConnectButton />')
  }
  const replace = (node: TypeScript.Node, text: string) =>
    edit({ start: node.getStart(file), end: node.getEnd(), text })
  /** Removes a tag, with the rest of its line where nothing else is on it. */
  const removeLine = (node: TypeScript.Node) => {
    const { text } = file
    const from = text.lastIndexOf('\n', node.getStart(file)) + 1
    const to = text.indexOf('\n', node.getEnd())
    const isAlone =
      !text.slice(from, node.getStart(file)).trim() && !text.slice(node.getEnd(), to).trim()
    edit(
      isAlone
        ? { start: from, end: to + 1, text: '' }
        : { start: node.getStart(file), end: node.getEnd(), text: '' },
    )
  }
  /** The code of an attribute. */
  const attribute = (node: TypeScript.JsxOpeningLikeElement, name: string): string | undefined => {
    for (const one of node.attributes.properties)
      if (ts.isJsxAttribute(one) && one.name.getText(file) === name && one.initializer)
        return ts.isJsxExpression(one.initializer)
          ? one.initializer.expression?.getText(file)
          : one.initializer.getText(file)
    return undefined
  }
  visit(file)
}
