/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than many files. */
import { WalletConnectError } from './errors.js'

export { listConnectors } from './connectors.js'
export { load as words } from './text/languages.js'
export const unconfigured = () => new WalletConnectError('UNCONFIGURED')
