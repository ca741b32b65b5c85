// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recipes of the documents, as they stand there, each on a few numbers.
#include "recipes.hpp"

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  Exec const exec;
  int recipes = 0, wrong = 0;
  for (auto const& group : {scan_recipes(), partition_recipes(), bin_recipes()})
    for (Recipe const recipe : group) {
      ++recipes;
      if (!recipe(exec)) ++wrong;
    }
  std::cout << recipes << " recipes, " << wrong << " wrong\n";
  return wrong == 0 ? 0 : 1;
}
