import sharp from 'sharp'

/** A picture of a film, and its duration in milliseconds. */
export interface Frame {
  picture: Buffer
  ms: number
}

/** Encodes a screenshot as a small WebP file without visible differences. */
export async function encodePicture(picture: Buffer): Promise<Buffer> {
  return sharp(picture).webp({ nearLossless: true, effort: 6, quality: 40 }).toBuffer()
}

/** Encodes frames of the same size as an animated WebP file that repeats forever. */
export async function encodeFilm(frames: readonly Frame[]): Promise<Buffer> {
  const pictures = frames.map(({ picture }) => picture)
  const delay = frames.map(({ ms }) => ms)
  return sharp(pictures, { join: { animated: true } })
    .webp({ lossless: true, minSize: true, delay, loop: 0 })
    .toBuffer()
}
