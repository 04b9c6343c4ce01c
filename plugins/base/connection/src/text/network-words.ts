/** The sentences of the views about networks. */
export const networkWords = {
  'connection.search': 'Search networks',
  'connection.noNetwork': 'No network has this name.',
  'connection.switching': 'Open {wallet} to switch',
  'connection.switchFailed': 'The network was not switched. Try again.',
  'connection.unapproved': 'Not enabled in {wallet}',
  'connection.unsupported': '{wallet} is on a network with the id {id}, which this app does not support',
  'connection.unsupportedHint': 'Switch to a network that works here',
  'connection.disconnect': 'Disconnect',
} as const
