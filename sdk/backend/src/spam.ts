/**
 * Whether words of a stranger send their reader somewhere: who gives NFTs away unasked wants to be
 * visited.
 */
export const leadsElsewhere = (words: string): boolean =>
  /https?:|www\.|\b[a-z0-9-]+\.(com|net|org|io|xyz|app|site|top|fi|gift|claims?)\b/i.test(words)
