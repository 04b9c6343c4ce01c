/** The sentences about where to get a wallet. The names of stores are their own in every language. */
export const getWords = {
  'directory.getDetail': '{wallet} is not in this browser. Here is where to find it.',
  'directory.places': 'Where to find {wallet}',
  'directory.browse': 'Open this page in {wallet}',
  'directory.web': 'Open {wallet} in a new tab',
  'directory.site': 'Website of {wallet}',
  'directory.reload': 'Once it is installed, reload this page.',
} as const
