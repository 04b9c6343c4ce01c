/** The titles of this plugin's views: the words that are there before a view is. */
export const titles = {
  'connection.title.connect': 'Connect wallet',
  'connection.title.connecting': 'Connecting',
  'connection.title.networks': 'Choose network',
  'connection.title.unsupported': 'Unsupported network',
} as const

export const title = (id: keyof typeof titles) => ({ id, en: titles[id] })
