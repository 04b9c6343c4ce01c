/** True for untrusted text that names a website: unrequested NFTs advertise one. */
export const hasLink = (words: string): boolean =>
  /https?:|www\.|\b[a-z0-9-]+\.(com|net|org|io|xyz|app|site|top|fi|gift|claims?)\b/i.test(words)
