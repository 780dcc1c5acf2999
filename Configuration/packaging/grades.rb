# A template of a formula for Homebrew, for a tap of your own: replace OWNER, VERSION and SHA256, the checksum of
# the archive of the tag. Not yet installed with Homebrew.
class Grades < Formula
  desc "Results and grading at FIT CTU in Prague, in the terminal"
  homepage "https://github.com/OWNER/grades"
  url "https://github.com/OWNER/grades/archive/refs/tags/vVERSION.tar.gz"
  sha256 "SHA256"
  license "Apache-2.0"

  # Swift 6.1 or newer.
  depends_on xcode: ["16.3", :build]
  uses_from_macos "swift" => :build
  uses_from_macos "curl"
  uses_from_macos "sqlite"

  def install
    # SwiftPM's own sandbox does not work within Homebrew's.
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "grades"
    bin.install ".build/release/grades"
    generate_completions_from_executable(bin/"grades", "--generate-completion-script")
    { "en" => man1, "cs" => man/"cs/man1" }.each do |language, folder|
      folder.mkpath
      system bin/"grades", "manual", "--lang", language, "--pages", folder
    end
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/grades --version")
    # Starts a service on this computer, with invented data.
    assert_match "XI-LOG", shell_output("#{bin}/grades demo --lang en")
  end
end
