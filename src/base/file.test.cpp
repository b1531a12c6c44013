#include "base/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace ken::base {
namespace {

namespace fs = std::filesystem;

// A folder that goes away with the test.
class FileTest : public ::testing::Test {
 public:
  FileTest(const FileTest&) = delete;
  FileTest& operator=(const FileTest&) = delete;

 protected:
  FileTest() {
    std::string name = (fs::temp_directory_path() / "ken-file-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~FileTest() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string content(const std::string& path) {
    const auto loaded = load(path);
    return std::holds_alternative<Source>(loaded) ? std::string(std::get<Source>(loaded)->text())
                                                  : std::get<Unreadable>(loaded).why;
  }

 private:
  fs::path folder_;
};

using Load = FileTest;
using Store = FileTest;

TEST_F(Load, GivesEveryByte) {
  const std::string bytes("a\0\xFF\r\n", 5);
  std::ofstream(path("m"), std::ios::binary) << bytes;
  EXPECT_EQ(content(path("m")), bytes);
}

TEST_F(Load, SaysWhyThereIsNoText) {
  EXPECT_NE(content(path("none")).find("none: No such file"), std::string::npos);
  EXPECT_NE(content(path("")).find("is a directory"), std::string::npos);
}

// Nobody writes to the pipe, or somebody does not stop.
TEST_F(Load, OfASlowPipeEndsWithTheBudget) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  Limits limits{.seconds = 0.05, .cpu_seconds = {}, .bytes = {}, .stop = {}};
  const Budget brief(limits);
  EXPECT_THROW((void)load(path("pipe"), &brief), Exhausted);
  const int writer = ::open(path("pipe").c_str(), O_RDWR);
  ASSERT_GE(writer, 0);
  ASSERT_EQ(::write(writer, "text", 4), 4);
  limits.seconds = 0.05;
  const Budget again(limits);
  EXPECT_THROW((void)load(path("pipe"), &again), Exhausted) << "there may be more";
  ::close(writer);
}

TEST_F(Load, OfAPipeWaitsForAllOfIt) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::thread writer([name = path("pipe")] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    std::ofstream pipe(name);
    pipe << "one ";
    pipe.flush();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    pipe << "two";
  });
  const Budget budget(Limits{.seconds = 20, .cpu_seconds = {}, .bytes = {}, .stop = {}});
  const auto loaded = load(path("pipe"), &budget);
  writer.join();
  EXPECT_EQ(std::get<Source>(loaded)->text(), "one two");
}

TEST_F(Store, WritesWhatLoadReads) {
  EXPECT_EQ(store(path("m"), "text\n"), "");
  EXPECT_EQ(content(path("m")), "text\n");
}

TEST_F(Store, ReplacesTheWholeTextAndLeavesNothingElse) {
  EXPECT_EQ(store(path("m"), "a long old text"), "");
  EXPECT_EQ(store(path("m"), "new"), "");
  EXPECT_EQ(content(path("m")), "new");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(Store, KeepsThePermissions) {
  EXPECT_EQ(store(path("m"), "old"), "");
  ASSERT_EQ(::chmod(path("m").c_str(), 0600), 0);
  EXPECT_EQ(store(path("m"), "new"), "");
  EXPECT_EQ(fs::status(path("m")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Store, WritesThroughALink) {
  EXPECT_EQ(store(path("m"), "old"), "");
  fs::create_symlink(path("m"), path("link"));
  EXPECT_EQ(store(path("link"), "new"), "");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("m")), "new");
}

TEST_F(Store, SaysWhyItCouldNot) {
  EXPECT_NE(store(path("no/folder/m"), "text").find("No such file"), std::string::npos);
}

TEST_F(Store, AFailureLeavesTheOldState) {
  fs::create_directories(path("taken") + "/full");
  EXPECT_NE(store(path("taken"), "text"), "");
  EXPECT_TRUE(fs::is_directory(path("taken")));
  EXPECT_EQ(entries(), 1U);
}

TEST(NamesDescriptor, OnlyOfPathsToWhatIsOpen) {
  for (const char* const path : {"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
    EXPECT_TRUE(names_descriptor(path)) << path;
  for (const char* const path : {"m.ispl", "/dev/null", "/", "", "no/such/fd/0"})
    EXPECT_FALSE(names_descriptor(path)) << path;
}

}  // namespace
}  // namespace ken::base
