/** Images that tests paste. */

/** The head of a png with these sides, filled up to so many bytes. */
export function png(width = 3, height = 2, bytes = 1200): Buffer {
  const image = Buffer.alloc(bytes);
  image.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}
