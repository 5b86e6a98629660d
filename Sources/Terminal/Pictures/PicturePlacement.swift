/// A picture's place on a screen: over the cells of a region, which say what it stands for.
///
/// Where it cannot be drawn, the cells are seen.
package struct PicturePlacement: Sendable, Hashable {
  /// Names the picture to the terminal; two on one frame have different ones.
  package let id: UInt32
  package let picture: Picture
  package let region: ScreenRegion

  package init(id: UInt32, picture: Picture, region: ScreenRegion) {
    self.id = id
    self.picture = picture
    self.region = region
  }
}
