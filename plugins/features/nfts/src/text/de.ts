import type { Catalogue } from '@portico/kernel/text'

const de = {
  'nfts.nfts': 'NFTs',
  'nfts.one': 'NFT',
  'nfts.loading': 'NFTs werden geladen',
  'nfts.empty': 'Noch keine NFTs auf {network}',
  'nfts.emptyDetail': 'Was Sie sammeln, erscheint hier.',
  'nfts.none': 'NFTs auf {network} lassen sich hier nicht auflisten.',
  'nfts.noneDetail':
    'Dieses Netzwerk führt keine Liste, die man abfragen kann. Was Sie haben, ist in Ihrer Wallet sicher.',
  'nfts.failed': 'Die NFTs lassen sich gerade nicht laden. Es ging nichts verloren.',
  'nfts.consent':
    'Bilder kommen von Servern, die jeder betreiben kann. Diese sähen Ihre Netzwerkadresse und was Sie ansehen.',
  'nfts.noPicture':
    'Das Bild wird nicht gezeigt: Es ist zu groß, von einer Art, die schaden kann, oder gerade nicht zu bekommen.',
  'nfts.show': 'Bilder anzeigen',
  'nfts.stop': 'Keine Bilder mehr laden',
  'nfts.showHidden': 'Ausgeblendete NFTs anzeigen ({count})',
  'nfts.hideHidden': 'Verdächtige NFTs ausblenden',
  'nfts.suspiciousDetail':
    'Vermutlich hat niemand darum gebeten. Folgen Sie keinem Link, den es nennt; sein Bild wird nicht geladen.',
  'nfts.more': 'Weitere werden geladen',
  'nfts.tokenId': 'Token-ID',
  'nfts.copyTokenId': 'Token-ID kopieren',
  'nfts.standard': 'Standard',
  'nfts.amount': 'Sie haben',
  'nfts.traits': 'Merkmale',
  'nfts.error.unavailable': 'NFTs konnten nicht abgerufen werden',
} satisfies Catalogue
export default de
