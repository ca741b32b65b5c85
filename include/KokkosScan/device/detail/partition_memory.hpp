// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// The part of the workspace that scans leave alone, as the steps around a scan use it: counts of
/// classes, then plain memory.
class PartitionMemory {
 public:
  template <class Exec>
  PartitionMemory(Workspace<Exec>& workspace, std::size_t bytes) {
    workspace.reserve(WorkspaceNeed{.kept = counts_bytes + bytes});
    m_data = workspace.kept();
  }
  std::uint64_t* counts() const { return reinterpret_cast<std::uint64_t*>(m_data); }
  template <class T>
  T* elements() const {
    return reinterpret_cast<T*>(m_data + counts_bytes);
  }

 private:
  static constexpr std::size_t counts_bytes = 64;
  std::byte* m_data;
};

/// The source with its items read from \p memory, to which they are copied (`copy_items`).
template <class Source>
Source source_in(Source source, PartitionMemory const& memory) {
  source.items = {memory.elements<typename Source::Element>(), 1};
  return source;
}

}  // namespace KokkosScan::detail
